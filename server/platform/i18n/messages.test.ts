import { expect, test } from 'vitest'
import { translateError, translate } from './messages.ts'

test('groups digits of numbers by the rules of the language', () => {
  expect(translateError('en', 'out_of_range', { start: 0, finish: 1_000_000 })).toBe(
    'Must be between 0 and 1,000,000',
  )
  expect(translateError('es', 'price_too_high', { price: 99_710 })).toContain('99.710')
  expect(translateError('ua', 'price_too_high', { price: 99_710 })).toContain('99\u00A0710')
  expect(translate('en', 'refusals', 'price_changed', { price: 1_500 })).toContain('1,500')
})

test('leaves text parameters unchanged', () => {
  expect(translate('en', 'refusals', 'price_changed', { price: '123456' })).toContain('123456')
})
