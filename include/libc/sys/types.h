#ifndef PREEMPT_LIBC_SYS_TYPES_H
#define PREEMPT_LIBC_SYS_TYPES_H

#include <stddef.h>
#include <stdint.h>

typedef __PTRDIFF_TYPE__ ssize_t;
typedef long off_t;
typedef int pid_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned mode_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef unsigned nlink_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned id_t;
typedef long time_t;
typedef unsigned long clock_t;
typedef int clockid_t;
typedef unsigned long useconds_t;
typedef long suseconds_t;

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;

#endif
