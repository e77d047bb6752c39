/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where documents go, and how wide and colourful they may be there. */
#include "config.h"

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDTH_MIN      40
#define WIDTH_MAX      500
#define WIDTH_TERMINAL 80 /* of a terminal that does not tell */

void output_done(struct output *output)
{
	free(output->bytes);
	*output = (struct output){ 0 };
}

int output_write(void *closure, const char *bytes, size_t length)
{
	struct output *output = closure;
	size_t needed = output->length + length + 1;

	if (output->status < 0)
		return output->status;
	if (needed > output->capacity) {
		size_t capacity = needed * 2;
		char *grown = realloc(output->bytes, capacity);

		if (!grown) {
			output->status = -ENOMEM;
			return output->status;
		}
		output->bytes = grown;
		output->capacity = capacity;
	}
	memcpy(output->bytes + output->length, bytes, length);
	output->length += length;
	output->bytes[output->length] = '\0';
	return 0;
}

void output_addf(struct output *output, const char *format, ...)
{
	char *line = NULL;
	va_list arguments;

	va_start(arguments, format);

	int length = vasprintf(&line, format, arguments);

	va_end(arguments);
	if (length < 0) {
		output->status = -ENOMEM;
		return;
	}
	(void)output_write(output, line, (size_t)length); /* remembered in status */
	free(line);
}

static int write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t written = write(fd, bytes, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return errno == EPIPE ? 0 : -errno;
		bytes += written;
		length -= (size_t)written;
	}
	return 0;
}

static bool is_standard(const char *path)
{
	return !path || strcmp(path, "-") == 0;
}

int output_deliver(const struct output *output, const char *path)
{
	if (output->status < 0)
		return output->status;
	if (is_standard(path))
		return write_all(STDOUT_FILENO, output->bytes, output->length);

	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);

	if (fd < 0)
		return -errno;

	int r = write_all(fd, output->bytes, output->length);

	/* Some file systems report a full disk only here. */
	if (close(fd) < 0 && r == 0)
		r = -errno;
	return r;
}

void output_show(const struct output *output)
{
	if (output->status == 0 && output->length > 0)
		(void)write_all(STDERR_FILENO, output->bytes,
				output->length); /* nowhere is left to say that it failed */
}

bool output_has_color(enum output_color color, const char *path)
{
	const char *no_color = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");

	if (color != OUTPUT_COLOR_AUTO)
		return color == OUTPUT_COLOR_ALWAYS;
	if (no_color && *no_color != '\0')
		return false;
	if (!terminal || *terminal == '\0' || strcmp(terminal, "dumb") == 0)
		return false;
	return is_standard(path) && isatty(STDOUT_FILENO) == 1;
}

/* A number of columns; 0: none, or not a sensible one. */
static unsigned int columns_read(const char *text)
{
	unsigned int columns = 0;

	for (; text && *text >= '0' && *text <= '9' && columns < 100000; text++)
		columns = columns * 10 + (unsigned int)(*text - '0');
	return text && *text == '\0' ? columns : 0;
}

unsigned int output_width(const char *path)
{
	unsigned int columns = columns_read(getenv("COLUMNS"));
	struct winsize size = { 0 };

	if (columns == 0 && is_standard(path) && isatty(STDOUT_FILENO) == 1) {
		if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
			columns = size.ws_col;
		if (columns == 0)
			columns = WIDTH_TERMINAL;
	}
	if (columns == 0)
		return 0;
	if (columns < WIDTH_MIN)
		return WIDTH_MIN;
	return columns > WIDTH_MAX ? WIDTH_MAX : columns;
}

/* How a character begins in UTF-8 (RFC 3629), and what may follow its first byte. */
struct lead {
	unsigned char first;
	unsigned char last;
	unsigned char second_first;
	unsigned char second_last;
	size_t length;
};

static const struct lead leads[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

/* Bytes of the character that @text begins with; 0: that is none. */
static size_t character_length(const unsigned char *text)
{
	if (text[0] < 0x80)
		return 1;
	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++) {
		const struct lead *lead = &leads[i];
		size_t length = 2;

		if (text[0] < lead->first || text[0] > lead->last)
			continue;
		if (text[1] < lead->second_first || text[1] > lead->second_last)
			return 0;
		while (length < lead->length && (text[length] & 0xc0) == 0x80)
			length++;
		return length == lead->length ? length : 0;
	}
	return 0;
}

/* C0 and C1 controls, which a terminal obeys, and what breaks a line or turns it around. */
static bool is_control(const unsigned char *text)
{
	if (text[0] < 0x20 || text[0] == 0x7f)
		return true;
	if (text[0] == 0xc2)
		return text[1] <= 0x9f;
	if (text[0] != 0xe2 || text[1] > 0x81)
		return false;
	return text[1] == 0x81 ? text[2] >= 0xa0 && text[2] <= 0xaf
			       : (text[2] >= 0x8b && text[2] <= 0x8f) ||
					 (text[2] >= 0xa8 && text[2] <= 0xae);
}

/* What the library says is harmless; arguments may be any bytes. */
static void add_harmless(struct output *line, const char *text)
{
	while (*text) {
		const unsigned char *bytes = (const unsigned char *)text;
		size_t length = character_length(bytes);
		bool is_harmless = length > 0 && !is_control(bytes);

		if (length == 0)
			length = 1;
		if (is_harmless)
			(void)output_write(line, text, length); /* remembered in status */
		for (size_t i = 0; i < length && !is_harmless; i++)
			output_addf(line, "\\x%02x", bytes[i]);
		text += length;
	}
}

void output_complain(const char *place, const char *message)
{
	struct output line = { 0 };

	output_addf(&line, "tuneadv: ");
	if (place && *place != '\0') {
		add_harmless(&line, place);
		output_addf(&line, ": ");
	}
	add_harmless(&line, message);
	output_addf(&line, "\n");
	if (line.status == 0)
		(void)write_all(STDERR_FILENO, line.bytes,
				line.length); /* nowhere is left to say that it failed */
	output_done(&line);
}
