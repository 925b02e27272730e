import { expect, test } from 'vitest'
import { isPublicDomain, mailDomainOf, presentDomain, toAsciiDomain } from './mail-domain.ts'

test('domains are compared in lower case and ASCII', () => {
  expect(toAsciiDomain('Northwind.Example')).toBe('northwind.example')
  expect(toAsciiDomain('bücher.example')).toBe('xn--bcher-kva.example')
  expect(mailDomainOf('ida@bücher.example')).toBe(toAsciiDomain('XN--bcher-kva.example'))
  expect(presentDomain('xn--bcher-kva.example')).toBe('bücher.example')
})

test('a subdomain is a different domain', () => {
  expect(mailDomainOf('ida@mail.northwind.example')).not.toBe('northwind.example')
})

test.each([['gmail.com'], ['outlook.com'], ['ukr.net'], ['web.de']])(
  '%s is a public domain',
  (domain) => expect(isPublicDomain(domain)).toBe(true),
)

test('a company domain is not public', () => {
  expect(isPublicDomain('northwind.example')).toBe(false)
})
