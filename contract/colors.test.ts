import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, textColorOn, mixColors, readableColor, colorShades } from './colors.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('computes 21 for black on white and a readable text color for the accent', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#F2AE43', textColorOn('#F2AE43'))).toBeGreaterThan(7)
})
test('gives text on any accent a contrast of at least 4.5', () => {
  fc.assert(
    fc.property(color, (accent) => {
      expect(contrastRatio(accent, textColorOn(accent))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
test('makes any color readable on paper, white and charcoal', () => {
  fc.assert(
    fc.property(
      color,
      fc.constantFrom('#fbf7f0', '#ffffff', '#1b1815', '#26221e'),
      (one, ground) => {
        expect(contrastRatio(readableColor(one, ground), ground)).toBeGreaterThanOrEqual(4.5)
      },
    ),
  )
})
test('returns ten shades with the color itself in the middle', () => {
  expect(colorShades('#f2ae43')).toHaveLength(10)
  expect(colorShades('#f2ae43')[5]).toBe('#f2ae43')
})

test('keeps any accent readable on paper and its own tint, light and dark', () => {
  for (let n = 0; n < 4096; n += 5) {
    const color = `#${[n >> 8, (n >> 4) & 15, n & 15].map((part) => (part * 17).toString(16).padStart(2, '0')).join('')}`
    for (const [paper, card] of [
      ['#F6EEDF', '#FFFFFF'],
      ['#332C24', '#26221E'],
    ] as const) {
      const tinted = mixColors(card, color, 0.2)
      const text = readableColor(readableColor(color, paper, 4.6), tinted, 4.6)
      expect([
        color,
        contrastRatio(text, paper) >= 4.5,
        contrastRatio(text, tinted) >= 4.5,
      ]).toEqual([color, true, true])
    }
  }
})
