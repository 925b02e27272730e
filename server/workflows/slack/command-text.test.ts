import { expect, test } from 'vitest'
import { mentionPattern, separateMentions, toPlainWords } from './command-text.ts'

test.each([
  ['<@U1|ana><@U2> hi', '<@U1|ana> <@U2> hi'],
  ['(<@U1>, great)', '( <@U1> , great)'],
  ['thanks<@W1>', 'thanks <@W1>'],
  ['a\n<@U1>\nb', 'a\n<@U1>\nb'],
  ['<@X1> <!here>', '<@X1> <!here>'],
])('puts spaces around the mentions of %s', (given, expected) => {
  expect(separateMentions(given)).toBe(expected)
})

test('finds ids of people in mentions with and without a name', () => {
  const found = '<@U1|ana> <@W2> <@u3> <@U4|x>'.matchAll(mentionPattern)
  expect([...found].map((match) => match[1])).toEqual(['U1', 'W2', 'U4'])
})

test.each([
  ['in <#C1|general>', 'in #general'],
  ['<!subteam^S1|@devs> and <!subteam^S2|ops>', '@devs and @ops'],
  ['<!here> <!channel|channel>', '@here @channel'],
  ['<https://a.test/x?a=1&amp;b=2|label>', 'https://a.test/x?a=1&b=2'],
  ['<mailto:a@b.test|a@b.test>', 'a@b.test'],
  ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
  // An entity is replaced once.
  ['&amp;lt;', '&lt;'],
])('writes %s as plain words', (given, expected) => {
  expect(toPlainWords(given)).toBe(expected)
})
