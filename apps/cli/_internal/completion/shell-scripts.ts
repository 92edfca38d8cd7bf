/** The line by which `croupier complete` says: the names of files. */
export const FILES = ":files";

const BASH = `_croupier() {
  local IFS=$'\\n'
  COMPREPLY=($(croupier complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
  if [ "\${COMPREPLY[0]}" = "${FILES}" ]; then
    COMPREPLY=()
    compopt -o default
  fi
}
complete -F _croupier croupier`;

const ZSH = `#compdef croupier
_croupier() {
  local line
  local -a found described
  found=("\${(@f)$(croupier complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $found[1] == "${FILES}" ]]; then
    _files
    return
  fi
  for line in $found; do
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe croupier described
}
if [[ $funcstack[1] == _croupier ]]; then
  _croupier "$@"
else
  compdef _croupier croupier
fi`;

const FISH = `function __croupier_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (croupier complete -- $words[2..] 2>/dev/null)
  if test "$found[1]" = "${FILES}"
    __fish_complete_path (commandline -ct)
  else
    string join \\n -- $found
  end
end
complete -c croupier -f -a '(__croupier_complete)'`;

/** By shell: a script that asks `croupier complete` at each press of the tab key. */
export const SHELL_SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
