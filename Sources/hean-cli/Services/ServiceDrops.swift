import HeanCore

/// What cron and logrotate take.
extension ServicePlan {
  /// Lines for cron. Those of the whole machine name the user as well.
  var crontab: String {
    let user = isSystem ? "\(account ?? "root") " : ""
    var lines = [
      "# cron mails what is written, to the user of the crontab or to:",
      "# MAILTO=you@example.com",
      "# Hours are those of the machine's time zone. Where cron is cronie, another one can be chosen:",
      "# CRON_TZ=UTC",
    ]
    lines += variables.map { "\($0.name)=\($0.value)" }
    for service in services {
      let command = CronWord.command(command(of: service))
      switch service {
      case .guard, .record, .exporter:
        // What fell has to come back at once, and cron only starts.
        lines.append("# \(service.rawValue): needs systemd, or another manager that starts it again when it ends")
      case .alerts: lines.append("* * * * * \(user)\(command) --count 1")
      case .snapshot: lines.append("2 * * * * \(user)\(command) --quiet")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What logrotate takes: files that only grow. Writers open them anew for each line, so renaming loses nothing; a file
  /// that is copied and cut would.
  var logrotate: String {
    let files = [
      (state + "/audit.jsonl", ["monthly", "minsize 16M"]), (state + "/audit.jsonl.torn", ["monthly", "minsize 1M"]),
      (state + "/ask-history.jsonl", ["monthly", "minsize 1M"]),
    ]
    return
      """
      # Renamed, never copied and cut: hean opens these files for each line and makes them anew.
      # What is shown of earlier verbs is in the file that was not rotated yet; so is which previews were sent already.

      """
        + files.map { path, when in
          let lines =
            when + ["rotate -1", "dateext", "nocreate", "missingok", "notifempty", "compress", "delaycompress"]
          return "\(LogrotateWord.quoted(path)) {\n" + lines.map { "    \($0)\n" }.joined() + "}\n"
        }.joined()
  }
}

/// Words as a crontab has them: for a shell, with what cron reads before the shell escaped.
enum CronWord {
  static func command(_ words: [String]) -> String {
    // Without a backslash, cron ends the command at a percent sign; and of two backslashes it leaves one.
    words.map { ShellWord.quoted($0).replacing("\\\\", with: "\\\\\\\\").replacing("%", with: "\\%") }
      .joined(separator: " ")
  }
}

/// Names of files as logrotate has them, which takes them for patterns.
enum LogrotateWord {
  static func quoted(_ path: String) -> String {
    let escaped = path.map { "*?[]\\\"".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }
}
