extension CompletionShell {
  /// The script that makes this shell ask. It is the same for every version of the commands: nothing runs when a shell
  /// starts, and what a TAB shows is what the program takes that is installed then.
  var script: String {
    switch self {
    case .bash: Self.scriptOfBash
    case .zsh: Self.scriptOfZsh
    case .fish: Self.scriptOfFish
    }
  }

  private static let scriptOfBash = #"""
    # Completion of hean for bash. In ~/.bashrc: source <(hean completions bash)
    # or for all users: hean completions bash > /usr/share/bash-completion/completions/hean
    _hean() {
      local program
      program=$(type -P hean) || program=$1
      local -a reply
      mapfile -t reply < <("$program" __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      COMPREPLY=("${reply[@]:1}")
      case ${reply[0]-} in
        open) compopt -o nospace ;;
        files) compopt -o default ;;
      esac
    }
    complete -F _hean hean

    """#

  private static let scriptOfZsh = #"""
    #compdef hean
    # Completion of hean for zsh. In ~/.zshrc, behind compinit: source <(hean completions zsh)
    # or for all users: hean completions zsh > /usr/share/zsh/vendor-completions/_hean
    _hean() {
      local program=${commands[hean]:-${words[1]}} line
      local -a reply values shown more
      reply=("${(@f)$("$program" __complete zsh "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      case ${reply[1]} in
        open) more=(-S '') ;;
        files)
          [[ $PREFIX == -*=* ]] && compset -P '*='
          _files
          return ;;
      esac
      for line in "${(@)reply[2,-1]}"; do
        values+=("${line%%$'\t'*}")
        shown+=("${line#*$'\t'}")
      done
      (( $#values )) || return 1
      compadd -l "${(@)more}" -M 'm:{a-zA-Z}={A-Za-z}' -d shown -a -- values
    }
    if [[ ${funcstack[1]} == _hean ]]; then
      _hean "$@"
    elif (( $+functions[compdef] )); then
      compdef _hean hean
    fi

    """#

  private static let scriptOfFish = #"""
    # Completion of hean for fish: hean completions fish > ~/.config/fish/completions/hean.fish
    # or for all users: hean completions fish > /usr/share/fish/vendor_completions.d/hean.fish
    function __hean_complete
        set -l program (command -s hean; or commandline -opc)[1]
        set -l reply ($program __complete fish '' (commandline -cp | string collect) 2>/dev/null)
        if test "$reply[1]" = files
            set -l word (commandline -ct)
            set -l parts (string match -r -- '^(--[^=]*=)(.*)$' $word)
            if set -q parts[1]
                printf '%s\n' $parts[2](__fish_complete_path $parts[3])
            else
                __fish_complete_path $word
            end
        else
            printf '%s\n' $reply[2..]
        end
    end
    complete -c hean -f -a '(__hean_complete)'

    """#
}
