/** For tests: forms that a mail server or library could read as a@x.test, as several addresses, or as none. */
export const dressedAddresses: readonly string[] = [
  '<a@x.test>', 'x,a@x.test', 'a@x.test,b@y.test', 'a@x.test;b@y.test', 'g:a@x.test;', 'g:a@x.test', 'mailto:a@x.test', '@relay.test:a@x.test', 'Ada <a@x.test>', 'Ada a@x.test', 'a@x.test (Ada)',
  'a(c)@x.test', '(c)a@x.test', 'a@(c)x.test', 'a@x.test(c)', '"a"@x.test', '"a b"@x.test', 'a"b"@x.test', 'a\\@x.test', 'a\\b@x.test', 'a @x.test', 'a@ x.test', 'a@x .test', 'a\t@x.test',
  'a\r\n@x.test', 'a\u0000@x.test', 'a\u007f@x.test', 'a@x.test\u0000', 'a@x.test\r\nBcc: b@y.test', 'a@[127.0.0.1]', 'a@[IPv6:::1]', 'a@127.0.0.1', 'a@1.0x7f', 'a@2130706433', 'a@localhost', 'a@x.1',
  '.a@x.test', 'a.@x.test', 'a..b@x.test', 'a@.x.test', 'a@x..test', 'a@x.test.', 'a@-x.test', 'a@x-.test', 'a@x_y.test', 'a@b@x.test', '@x.test', 'a@', 'a', '',
  'a@x。test', 'a@x．test', 'a@ｘ.test', 'ａ@x.test', 'a＠x.test', 'a\u200b@x.test', 'a\u00ad@x.test', 'a@x\u200d.test', 'a\u3164@x.test', 'a\ufe0f@x.test', 'a@xn--', '\ud800@x.test', `${'a'.repeat(65)}@x.test`, `a@${'x'.repeat(64)}.test`,
  `a@${'x.'.repeat(130)}test`,
]
