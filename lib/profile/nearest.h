/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The known id that a mistyped one most likely meant. */
#ifndef PROFILE_NEAREST_H
#define PROFILE_NEAREST_H

/* NULL: none is near. */
const char *nearest_tunable(const char *id);
const char *nearest_fact(const char *id);
/* Of both; a tunable wins a tie. */
const char *nearest_id(const char *id);

#endif
