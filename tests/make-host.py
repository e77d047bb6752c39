#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes a captured root of a large or odd machine, the same one each time, for tests and benchmarks.

Usage: make-host.py ROOT [--cpus N] [--nodes N] [--interrupts N] [--veths N] [ODDITY...]
Oddities: cpu0-offline, sparse-nodes (0, 2, 5, 7, 10, ...), no-numa, container (no /sys/devices, few sysctls)
"""
import argparse
import os

ODDITIES = ("cpu0-offline", "sparse-nodes", "no-numa", "container")
BOOT_ID = "22222222-3333-4444-5555-666666666666"


class Root:
    """Paths are as on the inspected host."""

    def __init__(self, folder):
        self.folder = folder
        self.made = set()

    def place(self, path):
        place = self.folder + path
        above = os.path.dirname(place)
        if above not in self.made:
            os.makedirs(above, exist_ok=True)
            self.made.add(above)
        return place

    def put(self, path, text):
        with open(self.place(path), "w", encoding="ascii") as file:
            file.write(text + "\n")

    def link(self, path, target):
        os.symlink(target, self.place(path))


def as_list(numbers):
    """The kernel's way to write a set: 0-3,8."""
    ranges = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def as_mask(numbers, width):
    words = [0] * ((width + 31) // 32)
    for number in numbers:
        words[number // 32] |= 1 << number % 32
    return ",".join(f"{word:08x}" for word in reversed(words))


class Machine:
    def __init__(self, options):
        self.options = options
        self.cpus = range(options.cpus)
        self.online = self.cpus[1:] if "cpu0-offline" in options.oddities else self.cpus
        step = (0, 2, 5, 7)
        self.nodes = [
            node // 4 * 10 + step[node % 4] if "sparse-nodes" in options.oddities else node
            for node in range(options.nodes)
        ]

    def node_index(self, cpu):
        return cpu * len(self.nodes) // len(self.cpus)

    def cpus_of(self, index):
        return [cpu for cpu in self.online if self.node_index(cpu) == index]


def put_identity(root, machine):
    root.put("/proc/sys/kernel/osrelease", "6.12.9")
    root.put("/proc/sys/kernel/ostype", "Linux")
    root.put("/proc/sys/kernel/arch", "x86_64")
    root.put("/proc/sys/kernel/random/boot_id", BOOT_ID)
    root.put("/proc/cmdline", "BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro")
    root.put("/proc/self/status", "Name:\ttuneadv\nCapEff:\t0000000000000000")
    root.put("/proc/self/cgroup", "0::/")
    root.link("/proc/self/ns/net", "net:[4026531840]")
    root.link("/proc/thread-self", "self")
    root.put("/proc/1/cgroup", "0::/init.scope")
    total = len(machine.cpus) * 4 * 1024 * 1024
    root.put("/proc/meminfo", f"MemTotal:       {total} kB\nMemFree:        {total // 2} kB")
    root.put("/proc/stat", "cpu  100 0 100 1000 0 0 0 0 0 0\nbtime 1700000000")


def put_sysctls(root, machine):
    values = {
        "net/core/somaxconn": "4096",
        "net/ipv4/tcp_syncookies": "1",
        "net/ipv4/tcp_max_syn_backlog": "4096",
        "net/ipv4/tcp_rmem": "4096\t131072\t6291456",
        "net/ipv4/tcp_wmem": "4096\t16384\t4194304",
        "net/ipv4/tcp_abort_on_overflow": "0",
    }
    if "container" not in machine.options.oddities:
        values |= {
            "net/core/netdev_max_backlog": "1000",
            "net/core/rmem_max": "212992",
            "net/core/wmem_max": "212992",
            "kernel/numa_balancing": "1" if len(machine.nodes) > 1 else "0",
            "kernel/sched_rt_period_us": "1000000",
            "kernel/sched_rt_runtime_us": "950000",
            "fs/file-max": "9223372036854775807",
            "fs/file-nr": "4096\t0\t9223372036854775807",
            "vm/swappiness": "60",
            "net/netfilter/nf_conntrack_max": "262144",
            "net/netfilter/nf_conntrack_count": "100",
        }
    for path, value in values.items():
        root.put("/proc/sys/" + path, value)


def put_netdevs(root, count):
    names = ["lo", "eth0"] + [f"veth{number:08x}" for number in range(count)]
    for name in ["all", "default"] + names:
        root.put(f"/proc/sys/net/ipv4/conf/{name}/rp_filter", "0")
    for index, name in enumerate(names, 1):
        kind = "pci0000:00/0000:00:03.0" if name == "eth0" else "virtual"
        root.put(f"/sys/devices/{kind}/net/{name}/ifindex", str(index))
        root.put(f"/sys/devices/{kind}/net/{name}/queues/rx-0/rps_cpus", "00000000")
        root.link(f"/sys/class/net/{name}", f"../../devices/{kind}/net/{name}")


def put_cpus(root, machine):
    folder = "/sys/devices/system/cpu"
    everyone = as_list(machine.cpus)
    root.put(f"{folder}/possible", everyone)
    root.put(f"{folder}/present", everyone)
    root.put(f"{folder}/online", as_list(machine.online))
    root.put(f"{folder}/offline", as_list(sorted(set(machine.cpus) - set(machine.online))))
    root.put(f"{folder}/isolated", "")
    per_package = max(1, len(machine.cpus) // max(1, len(machine.nodes)))
    for cpu in machine.cpus:
        if cpu > 0 or cpu not in machine.online:
            root.put(f"{folder}/cpu{cpu}/online", str(int(cpu in machine.online)))
        if cpu not in machine.online:
            continue
        package = cpu // per_package
        siblings = [other for other in (cpu & ~1, cpu | 1) if other in machine.online]
        members = [other for other in range(package * per_package, (package + 1) * per_package) if other in machine.online]
        topology = f"{folder}/cpu{cpu}/topology"
        root.put(f"{topology}/physical_package_id", str(package))
        root.put(f"{topology}/core_id", str(cpu % per_package // 2))
        root.put(f"{topology}/thread_siblings_list", as_list(siblings))
        root.put(f"{topology}/core_siblings_list", as_list(members))
        root.put(f"{folder}/cpufreq/policy{cpu}/scaling_governor", "performance")
        root.put(f"{folder}/cpufreq/policy{cpu}/scaling_driver", "acpi-cpufreq")


def put_nodes(root, machine):
    folder = "/sys/devices/system/node"
    listed = as_list(machine.nodes)
    root.put(f"{folder}/online", listed)
    root.put(f"{folder}/possible", listed)
    for index, node in enumerate(machine.nodes):
        cpus = machine.cpus_of(index)
        distances = " ".join("10" if other == index else "20" for other in range(len(machine.nodes)))
        root.put(f"{folder}/node{node}/cpulist", as_list(cpus))
        root.put(f"{folder}/node{node}/cpumap", as_mask(cpus, len(machine.cpus)))
        root.put(f"{folder}/node{node}/distance", distances)
        root.put(f"{folder}/node{node}/meminfo", f"Node {node} MemTotal:       {1024 * 1024 * len(cpus)} kB")


def put_interrupts(root, machine):
    count = machine.options.interrupts
    root.put("/proc/irq/default_smp_affinity", as_mask(machine.online, len(machine.cpus)))
    with open(root.place("/proc/interrupts"), "w", encoding="ascii") as file:
        file.write(" " * 12 + "".join(f"CPU{cpu:<8}" for cpu in machine.online) + "\n")
        zeros = "          0" * (len(machine.online) - 1)
        for number in range(count):
            where = machine.online[number % len(machine.online)]
            root.put(f"/proc/irq/{number}/smp_affinity_list", str(where))
            root.put(f"/proc/irq/{number}/effective_affinity_list", str(where))
            file.write(f"{number:>4}: {number * 7:>10}{zeros}  IR-PCI-MSIX-0000:3b:00.0 {number}-edge      nic-{number}\n")
        file.write(" ERR:          0\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("--cpus", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--interrupts", type=int, default=32)
    parser.add_argument("--veths", type=int, default=0)
    parser.add_argument("oddities", nargs="*", metavar="ODDITY")
    options = parser.parse_intermixed_args()
    for oddity in options.oddities:
        if oddity not in ODDITIES:
            parser.error(f"no such oddity: {oddity}")
    root = Root(options.root.rstrip("/"))
    machine = Machine(options)
    put_identity(root, machine)
    put_sysctls(root, machine)
    put_netdevs(root, options.veths)
    if "container" in options.oddities:
        return
    put_cpus(root, machine)
    if "no-numa" not in options.oddities:
        put_nodes(root, machine)
    put_interrupts(root, machine)


main()
