#ifndef PREEMPT_LIBC_SIGNAL_H
#define PREEMPT_LIBC_SIGNAL_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __SIG_ATOMIC_WIDTH__ && __SIG_ATOMIC_WIDTH__ == 8
typedef signed char sig_atomic_t;
#else
typedef int sig_atomic_t;
#endif

#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int)) - 1)

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGIO 29

#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000L
#define SA_NODEFER 0x40000000L

typedef unsigned long sigset_t;

union sigval {
    int sival_int;
    void *sival_ptr;
};

typedef struct {
    int si_signo;
    int si_code;
    int si_errno;
    pid_t si_pid;
    uid_t si_uid;
    void *si_addr;
    int si_status;
    union sigval si_value;
} siginfo_t;

struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    long sa_flags;
};

int kill(pid_t process, int number);
int raise(int number);
int sigaction(int number, const struct sigaction *__restrict action, struct sigaction *__restrict old);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigismember(const sigset_t *set, int number);
void (*signal(int number, void (*handler)(int)))(int);
int sigpending(sigset_t *set);
int sigprocmask(int how, const sigset_t *__restrict set, sigset_t *__restrict old);
int sigsuspend(const sigset_t *mask);
int sigwait(const sigset_t *__restrict set, int *__restrict number);

#ifdef __cplusplus
}
#endif
#endif
