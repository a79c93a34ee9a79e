#ifndef PREEMPT_LIBC_UNISTD_H
#define PREEMPT_LIBC_UNISTD_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84

__attribute__((__noreturn__)) void _exit(int status);
int access(const char *path, int mode);
unsigned alarm(unsigned seconds);
int chdir(const char *path);
int close(int descriptor);
int dup(int descriptor);
int dup2(int from, int to);
int execv(const char *path, char *const arguments[]);
int execve(const char *path, char *const arguments[], char *const environment[]);
int execvp(const char *file, char *const arguments[]);
pid_t fork(void);
int fsync(int descriptor);
int ftruncate(int descriptor, off_t size);
char *getcwd(char *buffer, size_t size);
gid_t getgid(void);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
int isatty(int descriptor);
off_t lseek(int descriptor, off_t offset, int origin);
int pause(void);
int pipe(int descriptors[2]);
ssize_t read(int descriptor, void *buffer, size_t size);
int rmdir(const char *path);
unsigned sleep(unsigned seconds);
long sysconf(int name);
int unlink(const char *path);
int usleep(useconds_t microseconds);
ssize_t write(int descriptor, const void *buffer, size_t size);

#ifdef __cplusplus
}
#endif
#endif
