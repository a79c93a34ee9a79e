/* Of string.h, what cuts a text into words. The place of strtok is one variable, which all share that call it. */
#include <stddef.h>

static int preempt_is_in(const char *set, char c) {
    for (; *set != 0; set++)
        if (*set == c) return 1;
    return 0;
}

char *strsep(char **text, const char *delimiters) {
    char *word = *text, *c;
    if (word == NULL) return NULL;
    for (c = word; *c != 0; c++)
        if (preempt_is_in(delimiters, *c)) {
            *c = 0;
            *text = c + 1;
            return word;
        }
    *text = NULL;
    return word;
}

char *strtok_r(char *__restrict text, const char *__restrict delimiters, char **__restrict state) {
    char *word = text != NULL ? text : *state;
    if (word == NULL) return NULL;
    while (*word != 0 && preempt_is_in(delimiters, *word)) word++;
    if (*word == 0) {
        *state = NULL;
        return NULL;
    }
    *state = word;
    return strsep(state, delimiters);
}

char *strtok(char *__restrict text, const char *__restrict delimiters) {
    static char *preempt_strtok_rest;
    return strtok_r(text, delimiters, &preempt_strtok_rest);
}
