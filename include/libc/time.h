#ifndef PREEMPT_LIBC_TIME_H
#define PREEMPT_LIBC_TIME_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define TIME_UTC 1

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
};

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

char *asctime(const struct tm *time);
clock_t clock(void);
int clock_getres(clockid_t clock, struct timespec *resolution);
int clock_gettime(clockid_t clock, struct timespec *now);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *remaining);
char *ctime(const time_t *time);
double difftime(time_t end, time_t start);
struct tm *gmtime(const time_t *time);
struct tm *gmtime_r(const time_t *__restrict time, struct tm *__restrict result);
struct tm *localtime(const time_t *time);
struct tm *localtime_r(const time_t *__restrict time, struct tm *__restrict result);
time_t mktime(struct tm *time);
int nanosleep(const struct timespec *request, struct timespec *remaining);
size_t strftime(char *__restrict string, size_t size, const char *__restrict format, const struct tm *__restrict time);
time_t time(time_t *result);
int timespec_get(struct timespec *now, int base);

#ifdef __cplusplus
}
#endif
#endif
