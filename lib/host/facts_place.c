/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where this kernel runs: on a machine or on which hypervisor. Firmware and clock sources name it;
 * on x86 the CPU itself tells whether there is one at all.
 */
#include "config.h"

#include <errno.h>

#include "host/reader.h"

#define HYPERVISOR_PATH "/sys/hypervisor/type"
#define VENDOR_PATH	"/sys/class/dmi/id/sys_vendor"
#define PRODUCT_PATH	"/sys/class/dmi/id/product_name"
#define CLOCKS_PATH	"/sys/devices/system/clocksource/clocksource0/available_clocksource"
#define TREE_FOLDER	"/proc/device-tree"
#define SYSINFO_PATH	"/proc/sysinfo"
#define CPUINFO_PATH	"/proc/cpuinfo"
#define PCI_PATH	"/proc/bus/pci/devices"

struct firmware_mark {
	const char *vendor;  /* NULL: any; must be the whole of sys_vendor */
	const char *product; /* NULL: any; must be the whole of product_name */
	const char *name;
};

struct mark {
	const char *word;
	const char *name;
};

static const struct firmware_mark firmware_marks[] = {
	{ .vendor = "Microsoft Corporation", .product = "Virtual Machine", .name = "microsoft" },
	{ .product = "VirtualBox", .name = "oracle" },
	{ .vendor = "innotek GmbH", .name = "oracle" },
	{ .vendor = "VMware, Inc.", .name = "vmware" },
	{ .vendor = "Xen", .name = "xen" },
	{ .vendor = "Parallels Software International Inc.", .name = "parallels" },
	{ .vendor = "Parallels International GmbH.", .name = "parallels" },
	{ .vendor = "BHYVE", .name = "bhyve" },
	{ .product = "BHYVE", .name = "bhyve" },
	{ .vendor = "Apple Inc.",
	  .product = "Apple Virtualization Generic Platform",
	  .name = "apple" },
	{ .product = "KVM", .name = "kvm" },
	{ .product = "OpenStack Nova", .name = "kvm" },
	{ .product = "OpenStack Compute", .name = "kvm" },
	{ .product = "RHEV Hypervisor", .name = "kvm" },
	{ .product = "KubeVirt", .name = "kvm" },
	{ .product = "Google Compute Engine", .name = "kvm" },
	{ .product = "Alibaba Cloud ECS", .name = "kvm" },
	/* Emulated or with hardware's help: only the clock sources, asked before, can tell. */
	{ .vendor = "QEMU", .name = "qemu" },
	{ .vendor = "Bochs", .name = "bochs" },
};

static const struct mark clock_marks[] = {
	{ .word = "kvm-clock", .name = "kvm" },
	{ .word = "hyperv_clocksource_tsc_page", .name = "microsoft" },
	{ .word = "hyperv_clocksource_msr", .name = "microsoft" },
	{ .word = "hyperv_clocksource", .name = "microsoft" },
	{ .word = "xen", .name = "xen" },
};

/* Vendor and device of what only a hypervisor plugs in. */
static const struct mark pci_marks[] = {
	{ .word = "80eebeef", .name = "oracle" }, /* graphics and guest services of VirtualBox */
	{ .word = "80eecafe", .name = "oracle" },
	{ .word = "15ad0405", .name = "vmware" }, /* its graphics, bridge and channel */
	{ .word = "15ad0740", .name = "vmware" },
	{ .word = "58530001", .name = "xen" },
	{ .word = "12341111", .name = "qemu" }, /* its graphics, host bridge and root port */
	{ .word = "1b360008", .name = "qemu" },
	{ .word = "1b36000c", .name = "qemu" },
};

/* What was found so far; the first name stays. */
struct place {
	const char *name; /* NULL: nothing names a hypervisor yet */
	const char *path;
	bool is_machine; /* something told that there is none */
	const char *machine_path;
};

static int look_at_hypervisor(struct reader *reader, struct place *place)
{
	struct span type;
	int r = reader_word(reader, HYPERVISOR_PATH, &type);

	if (r == 0 && span_is(type, "xen"))
		*place = (struct place){ .name = "xen", .path = HYPERVISOR_PATH };
	return r == -ENOMEM ? r : 0;
}

static int look_at_clocks(struct reader *reader, struct place *place)
{
	struct span clocks;
	struct span clock;
	int r = reader_text(reader, CLOCKS_PATH, &clocks);

	if (r < 0)
		return r == -ENOMEM ? r : 0;
	while (span_token(&clocks, &clock)) {
		for (size_t i = 0; i < ARRAY_SIZE(clock_marks); i++) {
			if (!span_is(clock, clock_marks[i].word))
				continue;
			*place = (struct place){ .name = clock_marks[i].name, .path = CLOCKS_PATH };
			return 0;
		}
	}
	return 0;
}

static int look_at_firmware(struct reader *reader, struct place *place)
{
	struct span vendor = { 0 };
	struct span product = { 0 };
	int r = reader_word(reader, VENDOR_PATH, &vendor);

	if (r == -ENOMEM || r == -ENOENT)
		return r == -ENOMEM ? r : 0;
	r = reader_word(reader, PRODUCT_PATH, &product);
	if (r == -ENOMEM)
		return r;
	for (size_t i = 0; i < ARRAY_SIZE(firmware_marks); i++) {
		const struct firmware_mark *mark = &firmware_marks[i];

		if ((mark->vendor && !span_is(vendor, mark->vendor)) ||
		    (mark->product && !span_is(product, mark->product)))
			continue;
		*place = (struct place){ .name = mark->name,
					 .path = mark->vendor ? VENDOR_PATH : PRODUCT_PATH };
		return 0;
	}
	/* Amazon's bare metal has the same vendor and a product that ends so. */
	if (span_is(vendor, "Amazon EC2") && !span_ends(product, ".metal"))
		*place = (struct place){ .name = "kvm", .path = VENDOR_PATH };
	return 0;
}

/* arm, power and riscv: the hypervisor writes itself into the device tree. */
static int look_at_tree(struct reader *reader, struct place *place)
{
	static const char *const path = TREE_FOLDER "/hypervisor/compatible";
	struct span text;
	struct span word;
	int r = reader_text(reader, path, &text);

	if (r == -ENOMEM)
		return r;
	/* Strings, each ended by a NUL. */
	while (r == 0 && span_split(&text, '\0', &word)) {
		if (span_is(word, "linux,kvm"))
			*place = (struct place){ .name = "kvm", .path = path };
		else if (span_is(word, "xen,xen"))
			*place = (struct place){ .name = "xen", .path = path };
		else if (span_is(word, "vmware"))
			*place = (struct place){ .name = "vmware", .path = path };
		if (place->name)
			return 0;
	}
	if (reader_looks(reader, TREE_FOLDER "/ibm,partition-name") == 0)
		*place = (struct place){ .name = "powervm",
					 .path = TREE_FOLDER "/ibm,partition-name" };
	return 0;
}

/* s390: a partition of the machine is no hypervisor to us, a guest of one has "VM00" lines. */
static int look_at_sysinfo(struct reader *reader, struct place *place)
{
	auto_table struct source_table *table = NULL;
	struct span line;
	int r = source_table_open(reader->source, SYSINFO_PATH, &table);

	if (r < 0)
		return r == -ENOMEM ? r : 0;
	place->is_machine = true;
	place->machine_path = SYSINFO_PATH;
	while ((r = source_table_line(table, &line)) > 0) {
		struct span key;
		struct span word;

		if (!span_split(&line, ':', &key) || !span_starts(key, "VM00 Control Program"))
			continue;
		*place = (struct place){ .name = "other", .path = SYSINFO_PATH };
		if (span_token(&line, &word) && span_is(word, "z/VM"))
			place->name = "zvm";
		else if (span_is(word, "KVM/Linux"))
			place->name = "kvm";
		return 0;
	}
	return r == -ENOMEM ? r : 0;
}

static int look_at_cpu(struct reader *reader, struct place *place)
{
	int r = cpuinfo_read(&reader->cpuinfo, reader->source, CPUINFO_FIRST_BLOCK);

	if (r < 0 || !reader->cpuinfo.has_flags)
		return r;
	if (reader->cpuinfo.has_hypervisor) {
		*place = (struct place){ .name = "other", .path = CPUINFO_PATH };
		return 0;
	}
	place->is_machine = true;
	place->machine_path = CPUINFO_PATH;
	return 0;
}

/* Old VirtualBox sets no flag in the CPU; its devices tell. One line a device:
 * "0010\t80eebeef\t...". */
static int look_at_pci(struct reader *reader, struct place *place)
{
	auto_table struct source_table *table = NULL;
	struct span line;
	int r = source_table_open(reader->source, PCI_PATH, &table);

	if (r < 0)
		return r == -ENOMEM ? r : 0;
	while ((r = source_table_line(table, &line)) > 0 && !place->name) {
		struct span word;

		if (!span_token(&line, &word) || !span_token(&line, &word))
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(pci_marks) && !place->name; i++) {
			if (span_is(word, pci_marks[i].word))
				*place = (struct place){ .name = pci_marks[i].name,
							 .path = PCI_PATH };
		}
	}
	return r == -ENOMEM ? r : 0;
}

int facts_virtualization(struct reader *reader)
{
	static int (*const looks[])(struct reader * reader, struct place * place) = {
		look_at_hypervisor, look_at_clocks, look_at_firmware, look_at_tree,
		look_at_sysinfo,    look_at_cpu,    look_at_pci,
	};
	const enum fact fact = FACT_VIRTUALIZATION;
	struct place place = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(looks) && !place.name; i++) {
		int r = looks[i](reader, &place);

		if (r < 0)
			return r;
	}
	if (place.name)
		return fact_set_word(reader, ABOUT(fact, place.path), span_of(place.name));
	if (place.is_machine)
		return fact_set_word(reader, ABOUT(fact, place.machine_path), span_of("none"));
	/* On a whole root every place was looked at, and none tells of a hypervisor. */
	if (reader->is_whole)
		return fact_set_word(reader, ABOUT(fact, NULL), span_of("none"));
	return fact_set_missing(reader, ABOUT(fact, HYPERVISOR_PATH), -ENOENT);
}
