import { expect, test } from 'vitest'
import { translateError, translate } from './messages.ts'

test('groups numbers in errors and mails as the language groups them', () => {
  expect(translateError('en', 'out_of_range', { start: 0, finish: 1_000_000 })).toBe(
    'Must be between 0 and 1,000,000',
  )
  expect(translateError('es', 'price_too_high', { price: 99_710 })).toContain('99.710')
  expect(translateError('ua', 'price_too_high', { price: 99_710 })).toContain('99\u00A0710')
  expect(translate('en', 'refusals', 'price_changed', { price: 1_500 })).toContain('1,500')
})

test('leaves texts as they are', () => {
  expect(translate('en', 'refusals', 'price_changed', { price: '123456' })).toContain('123456')
})
