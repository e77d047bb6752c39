/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs two commands in turns and prints the median of their paired CPU ratios, with the spread:
 * ratios hold on noisy machines, times do not. A command may begin with NAME=VALUE words, as for
 * env(1). Usage: ratio REPEATS COMMAND... -- COMMAND... */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

struct cost {
	long cpu_us;
	long rss_kib;
};

static long cpu_us_of(const struct rusage *usage)
{
	return (long)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000L +
	       (long)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

static int run(char **command, struct cost *ret_cost)
{
	struct rusage usage;
	int status;
	pid_t pid = fork();

	if (pid < 0)
		return -errno;
	if (pid == 0) {
		int null_fd = open("/dev/null", O_RDWR);

		if (null_fd < 0 || dup2(null_fd, 0) < 0 || dup2(null_fd, 1) < 0 ||
		    dup2(null_fd, 2) < 0)
			_exit(126);
		for (; strchr(command[0], '='); command++)
			if (putenv(command[0]) != 0)
				_exit(126);
		execvp(command[0], command);
		_exit(127);
	}
	if (wait4(pid, &status, 0, &usage) < 0)
		return -errno;
	if (!WIFEXITED(status) || WEXITSTATUS(status) >= 126)
		return -ENOEXEC;
	ret_cost->cpu_us = cpu_us_of(&usage);
	ret_cost->rss_kib = usage.ru_maxrss;
	return 0;
}

static int by_value(const void *a, const void *b)
{
	long x = *(const long *)a;
	long y = *(const long *)b;

	return (x > y) - (x < y);
}

static char **second_command(char **arguments)
{
	for (char **argument = arguments; *argument; argument++) {
		if (!strcmp(*argument, "--")) {
			*argument = NULL;
			return argument + 1;
		}
	}
	return NULL;
}

int main(int argc, char **argv)
{
	char *end;
	long repeats = argc > 2 ? strtol(argv[1], &end, 10) : 0;
	char **other = argc > 2 ? second_command(argv + 2) : NULL;
	struct cost ours = { 0 };
	struct cost theirs = { 0 };
	long *permille;
	long peak_kib = 0;

	if (repeats < 1 || repeats > 10000 || !other || !*other) {
		fprintf(stderr, "usage: ratio REPEATS COMMAND... -- COMMAND...\n");
		return 2;
	}
	permille = calloc((size_t)repeats, sizeof(*permille));
	if (!permille)
		return 1;
	for (long i = 0; i < repeats; i++) {
		if (run(argv + 2, &ours) < 0 || run(other, &theirs) < 0 || theirs.cpu_us <= 0) {
			fprintf(stderr, "ratio: a command could not be run\n");
			free(permille);
			return 1;
		}
		permille[i] = ours.cpu_us * 1000 / theirs.cpu_us;
		if (ours.rss_kib > peak_kib)
			peak_kib = ours.rss_kib;
	}
	qsort(permille, (size_t)repeats, sizeof(*permille), by_value);
	printf("%ld.%02ld (middle half %ld.%02ld to %ld.%02ld, %ld pairs, peak %ld KiB)\n",
	       permille[repeats / 2] / 1000, permille[repeats / 2] % 1000 / 10,
	       permille[repeats / 4] / 1000, permille[repeats / 4] % 1000 / 10,
	       permille[repeats * 3 / 4] / 1000, permille[repeats * 3 / 4] % 1000 / 10, repeats,
	       peak_kib);
	free(permille);
	return 0;
}
