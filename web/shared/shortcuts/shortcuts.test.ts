import { expect, test } from 'vitest'
import { keysByAction, createShortcutReader } from './shortcuts.ts'

const press = (key: string, more: object = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test('maps every listed key to its action on any keyboard layout', () => {
  for (const [action, keys] of Object.entries(keysByAction)) {
    const read = createShortcutReader()
    expect([action, keys.map((key) => read(press(key), true)).at(-1)]).toEqual([action, action])
  }
  const read = createShortcutReader()
  expect(read(press('т', { code: 'KeyN' }), true)).toBe('compose')
  expect([
    read(press('п', { code: 'KeyG' }), true),
    read(press('а', { code: 'KeyF' }), true),
  ]).toEqual([undefined, 'feed'])
})

test('ignores single keys during typing or with a modifier', () => {
  let now = 0
  const read = createShortcutReader(() => now)
  expect([
    read(press('n'), false),
    read(press('n', { ctrlKey: true }), true),
    read(press('j', { altKey: true }), true),
  ]).toEqual([undefined, undefined, undefined])
  expect([
    read(press('k', { ctrlKey: true }), false),
    read(press('k', { metaKey: true }), true),
    read(press('k', { ctrlKey: true, shiftKey: true }), false),
  ]).toEqual(['search', 'search', undefined])
  read(press('g'), true)
  now = 2_000
  expect(read(press('f'), true)).toBeUndefined()
  read(press('g'), true)
  read(press('x'), true)
  expect(read(press('f'), true)).toBeUndefined()
})
