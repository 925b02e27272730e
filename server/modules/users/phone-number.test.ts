import { expect, test } from 'vitest'
import { normalizePhoneNumber } from './phone-number.ts'

test.each([
  ['', ''],
  ['  ', ''],
  ['+49 30 901820', '+4930901820'],
  ['0049 (30) 90 18-20', '+4930901820'],
  ['+1 (212) 555-2368', '+12125552368'],
  ['+7 912 345-67-89', '+79123456789'],
  ['+380 44 123 4567', '+380441234567'],
  ['+34.612.34.56.78', '+34612345678'],
  ['+55 11 96123-4567', '+5511961234567'],
])('%o is normalized to %o', (text, kept) => {
  expect(normalizePhoneNumber(text)).toBe(kept)
})

test.each([
  'x',
  '123',
  '030 901820',
  '+49',
  '+1 555',
  '+999 12345678',
  '+4930901820 ext. 7',
  'call +4930901820',
  '+1111111111111111',
  "+49'; drop table users",
  '+٤٩',
])('%o is not a valid number', (text) => {
  expect(() => normalizePhoneNumber(text)).toThrow('phone_invalid')
})
