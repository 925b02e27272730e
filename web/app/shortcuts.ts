/**
 * Keys that lead somewhere. Single keys can be switched off (WCAG 2.1.4); Ctrl or Cmd with K stays.
 */
const switchedOff = 'laurel.keys'
export const keysAreOn = () => localStorage.getItem(switchedOff) !== 'off'
export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(switchedOff)
  else localStorage.setItem(switchedOff, 'off')
}

export const command = /Mac|iPhone|iPad/.test(
  typeof navigator === 'undefined' ? '' : navigator.platform,
)
  ? '⌘'
  : 'Ctrl'

export type Act =
  | 'search'
  | 'keys'
  | 'compose'
  | 'next'
  | 'previous'
  | 'feed'
  | 'rewards'
  | 'profile'
  | 'settings'
/** In the order in which they are shown. */
export const keysOf: Record<Act, readonly string[]> = {
  search: ['/'],
  compose: ['n'],
  next: ['j'],
  previous: ['k'],
  feed: ['g', 'f'],
  rewards: ['g', 'r'],
  profile: ['g', 'p'],
  settings: ['g', 's'],
  keys: ['?'],
}
const single: Record<string, Act> = {
  '/': 'search',
  '?': 'keys',
  n: 'compose',
  c: 'compose',
  j: 'next',
  k: 'previous',
}
const afterG: Record<string, Act> = { f: 'feed', r: 'rewards', p: 'profile', s: 'settings' }
const together_ms = 1_500

/** The letter of the key as on a Latin keyboard, whatever is written on it. */
const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>) =>
  /^[!-~]$/.test(key)
    ? key.toLowerCase()
    : /^Key[A-Z]$/.test(code)
      ? code.slice(3).toLowerCase()
      : key

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
/**
 * Reads keys one by one; answers what they mean. `free`: nobody types, no menu or dialog is open,
 * and single keys are on.
 */
export function reader(
  now: () => number = Date.now,
): (event: Pressed, free: boolean) => Act | undefined {
  let g_at = -Infinity
  return (event, free) => {
    const letter = letterOf(event)
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letter === 'k')
      return 'search'
    const follows = now() - g_at < together_ms
    g_at = -Infinity
    if (!free || event.ctrlKey || event.metaKey || event.altKey) return undefined
    if (follows && afterG[letter]) return afterG[letter]
    if (letter === 'g') g_at = now()
    return single[letter]
  }
}

const taken =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="radiogroup"], [role="slider"], [role="application"]'
/** Whether keys pressed there are nobody else's. */
export const isFree = (target: EventTarget | null) =>
  !(target instanceof Element && target.closest(taken)) &&
  !document.querySelector('[role="dialog"], [role="menu"]')
