import { storeIfPossible } from '#web/lib/browser-storage.ts'

/** Keyboard shortcuts. Single keys can be disabled (WCAG 2.1.4); Ctrl or Cmd with K cannot. */
const shortcutsStorageKey = 'laurel.keys'
export const areShortcutsEnabled = () => localStorage.getItem(shortcutsStorageKey) !== 'off'
export function setShortcutsEnabled(on: boolean): void {
  if (on) localStorage.removeItem(shortcutsStorageKey)
  else storeIfPossible('localStorage', shortcutsStorageKey, 'off')
}

export const modifierKeyLabel = /Mac|iPhone|iPad/.test(
  typeof navigator === 'undefined' ? '' : navigator.platform,
)
  ? '⌘'
  : 'Ctrl'

/** Actions on the focused post, marked in its card by `data-shortcut`. */
export type PostShortcut = 'like' | 'comment' | 'add_points' | 'open'
export type ShortcutAction =
  | 'search'
  | 'keys'
  | 'compose'
  | 'next'
  | 'previous'
  | PostShortcut
  | 'feed'
  | 'rewards'
  | 'inbox'
  | 'profile'
  | 'settings'
/** The keys of each action, in display order. */
export const keysByAction: Record<ShortcutAction, readonly string[]> = {
  search: ['/'],
  compose: ['n'],
  next: ['j'],
  previous: ['k'],
  open: ['Enter'],
  like: ['l'],
  comment: ['c'],
  add_points: ['a'],
  feed: ['g', 'f'],
  rewards: ['g', 'r'],
  inbox: ['g', 'i'],
  profile: ['g', 'p'],
  settings: ['g', 's'],
  keys: ['?'],
}
const singleKeyActions: Record<string, ShortcutAction> = {
  '/': 'search',
  '?': 'keys',
  n: 'compose',
  c: 'comment',
  l: 'like',
  a: 'add_points',
  enter: 'open',
  j: 'next',
  k: 'previous',
}
const goToActions: Record<string, ShortcutAction> = {
  f: 'feed',
  r: 'rewards',
  i: 'inbox',
  p: 'profile',
  s: 'settings',
}
const sequenceTimeoutMs = 1_500

/** Returns the letter of the key on a Latin keyboard, for layouts in other alphabets. */
export function latinLetterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[!-~]$/.test(key) || key === 'Enter') return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
/**
 * Creates a reader that maps each key press to its action. `free`: no text field, menu or dialog
 * has focus, and single keys are enabled.
 */
export function createShortcutReader(
  now: () => number = Date.now,
): (event: KeyPress, free: boolean) => ShortcutAction | undefined {
  let gAt = -Infinity
  return (event, free) => {
    const letter = latinLetterOf(event)
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letter === 'k')
      return 'search'
    const follows = now() - gAt < sequenceTimeoutMs
    gAt = -Infinity
    if (!free || event.ctrlKey || event.metaKey || event.altKey) return undefined
    if (follows && goToActions[letter]) return goToActions[letter]
    if (letter === 'g') gAt = now()
    return singleKeyActions[letter]
  }
}

const keyConsumingSelector =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="radiogroup"], [role="slider"], [role="application"]'
/** Returns whether no control or dialog handles keys pressed on the target. */
export const acceptsShortcuts = (target: EventTarget | null) =>
  !(target instanceof Element && target.closest(keyConsumingSelector)) &&
  !document.querySelector('[role="dialog"], [role="menu"]')
