/// What a service may not do, as lines of its unit.
///
/// It needs the network, its own state and the time. It starts no program but those of receivers of alerts, and gzip.
struct ServiceHardening: Sendable {
  var plan: ServicePlan

  var lines: [String] {
    if plan.isSystem { return everywhere + machine }
    // Each of these takes away the rights that the program `sendmail` and others have of their own.
    if plan.startsPrograms {
      return ["# Not hardened: receivers of alerts start programs, which may need rights of their own.", "UMask=0077"]
    }
    return everywhere
  }

  /// What the manager of a user can do as well.
  private var everywhere: [String] {
    [
      "# Forbidden: other rights, such as those of sendmail (receivers of kind mail); namespaces, raw sockets.",
      "UMask=0077", "NoNewPrivileges=yes", "LockPersonality=yes", "MemoryDenyWriteExecute=yes",
      "RestrictRealtime=yes", "RestrictSUIDSGID=yes", "RestrictNamespaces=yes",
      "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "SystemCallArchitectures=native",
      "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged @resources", "SystemCallErrorNumber=EPERM",
    ]
  }

  private var machine: [String] {
    [
      "# Forbidden: home directories, devices, to write anywhere but in its state.",
      "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "PrivateDevices=yes", "DevicePolicy=closed",
      "PrivateUsers=yes", "PrivateIPC=yes", "ProtectHostname=yes", "ProtectClock=yes", "ProtectKernelTunables=yes",
      "ProtectKernelModules=yes", "ProtectKernelLogs=yes", "ProtectControlGroups=yes", "ProtectProc=invisible",
      "ProcSubset=pid", "RemoveIPC=yes", "KeyringMode=private", "CapabilityBoundingSet=", "AmbientCapabilities=",
    ]
  }
}
