//! System calls that nothing in a sandbox needs, and that reach around or change the machine: refused by a filter of the kernel's.

use rustix::io::Errno;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Compare, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};
use std::collections::BTreeMap;
use std::io;

/// Refused whatever their arguments.
const REFUSED: &[i64] = &[
    // Other processes' memory and files.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_perf_event_open,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    // The kernel itself.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_vhangup,
    libc::SYS_lookup_dcookie,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // The machine's clock and name.
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
];

/// The flags of `clone` that make namespaces.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];
/// Requests that put input into a terminal.
const TERMINAL_INPUT: [u64; 2] = [libc::TIOCSTI, libc::TIOCLINUX];
/// Families of sockets above this one speak to devices, hypervisors and the kernel's own services.
const LAST_FAMILY: u64 = libc::AF_NETLINK as u64;
/// The second numbering of system calls that 64-bit x86 has.
#[cfg(target_arch = "x86_64")]
const OTHER_NUMBERS: Option<i64> = Some(0x4000_0000);
#[cfg(not(target_arch = "x86_64"))]
const OTHER_NUMBERS: Option<i64> = None;

/// The filters as bubblewrap reads them, one a file.
pub(crate) fn filters() -> io::Result<[Vec<u8>; 2]> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    let flags = NAMESPACES.map(|flag| (0, Length::Qword, Compare::MaskedEq(flag as u64), flag as u64));
    refused.insert(libc::SYS_clone, rules(flags)?);
    refused.insert(libc::SYS_ioctl, rules(TERMINAL_INPUT.map(|request| (1, Length::Dword, Compare::Eq, request)))?);
    refused.insert(libc::SYS_socket, rules([(0, Length::Dword, Compare::Gt, LAST_FAMILY)])?);
    // Its flags are behind a pointer, which a filter cannot follow; libraries fall back to `clone` where it does not exist.
    let missing = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Ok([filter(refused, Errno::PERM)?, filter(missing, Errno::NOSYS)?])
}

/// One for each condition: argument, its length, comparison and value.
fn rules(conditions: impl IntoIterator<Item = (u8, Length, Compare, u64)>) -> io::Result<Vec<SeccompRule>> {
    let rule = |(argument, length, compare, value)| {
        let condition = SeccompCondition::new(argument, length, compare, value).map_err(io::Error::other)?;
        SeccompRule::new(vec![condition]).map_err(io::Error::other)
    };
    conditions.into_iter().map(rule).collect()
}

/// Lets these calls fail with an error, and all others pass.
fn filter(mut calls: BTreeMap<i64, Vec<SeccompRule>>, error: Errno) -> io::Result<Vec<u8>> {
    if let Some(offset) = OTHER_NUMBERS {
        let others: Vec<_> = calls.iter().map(|(call, rules)| (call + offset, rules.clone())).collect();
        calls.extend(others);
    }
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(error.raw_os_error().unsigned_abs());
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, refuse, arch).map_err(io::Error::other)?;
    let program = BpfProgram::try_from(filter).map_err(io::Error::other)?;
    let bytes = |line: &seccompiler::sock_filter| {
        let ([a, b], [c, d, e, f]) = (line.code.to_ne_bytes(), line.k.to_ne_bytes());
        [a, b, line.jt, line.jf, c, d, e, f]
    };
    Ok(program.iter().flat_map(bytes).collect())
}
