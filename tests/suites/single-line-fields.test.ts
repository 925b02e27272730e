import { expect, test } from 'vitest'
import { type RouteName, routeNames } from '#contract/routes/index.ts'
import { invitedUser } from '#contract/schemas/users.ts'
import { exampleBodies, routeOf, type ResourceIds } from '#tests/support/example-requests.ts'
import { type Field, listFields, setAtPath } from '#tests/support/input-fields.ts'

/**
 * Every text field of every body, generated from the contract, is a single line without invisible
 * characters, unless listed here.
 */
const sampleId = '01900000-0000-7000-8000-000000000000'
const sampleIds = new Proxy({}, { get: () => sampleId }) as ResourceIds

/** Fields with several lines, each with its reason. */
const multiLineFields: Record<string, string> = {
  'posts.create description': 'message',
  'posts.comment text': 'message',
  'posts.edit_comment text': 'message',
  'posts.add_on text': 'message',
  'coins.adjust comment': 'comment',
  'coins.adjust_many comment': 'comment',
  'shop.redeem comment': 'comment',
  'leavers.redeem comment': 'comment',
  'rewards.decline reason': 'comment',
  'rewards.decide_purchases reason': 'comment',
  'rewards.decide_purchases note': 'comment',
  'rewards.fulfil note': 'comment',
  'imports.start message': 'message',
  'imports.preview_mail message': 'message',
  'billing.cancel comment': 'comment',
  'billing.cancel reason': 'comment',
  'audit_stream.save authority': 'a certificate as PEM',
  'sso.update_connection certificates.0': 'a certificate as PEM',
  'sso.update_connection metadata': 'XML',
  'awards.create text': 'description',
  'awards.create criteria': 'description',
  'awards.update text': 'description',
  'awards.update criteria': 'description',
  'custom_days.create text': 'description',
  'custom_days.update text': 'description',
  'bonuses.create text': 'description',
  'bonuses.update text': 'description',
  'awards.give text': 'message',
  'awards.decide reason': 'comment',
  'group_cards.sign text': 'comment',
  'nominations.create_round text': 'description',
  'nominations.update_round text': 'description',
  'nominations.nominate text': 'message',
  'nominations.nominate answers.0': 'message',
  'nominations.change text': 'message',
  'nominations.change answers.0': 'message',
  'values.create description': 'description',
  'values.update description': 'description',
  'rewards.create description': 'description',
  'rewards.update description': 'description',
  'billing.update_details address': 'postal address',
}
/**
 * Fields that are only compared with stored values, and addresses that are validated row by row.
 */
const comparedFieldPattern =
  /(^|[ .])(token|sig|nonce_key|id_token|code)$|^workspace\.(reset|delete) name$|^users\.create users\.0\.email$/

/** Returns the path of a field, or of the list whose item it is. */
const namedPath = ({ path }: Field): string =>
  path.slice(0, path.findLastIndex((part) => typeof part === 'string') + 1).join('.')
const acceptsText = (name: RouteName, field: Field, text: string): boolean => {
  const result = routeOf(name).body?.safeParse(
    setAtPath(exampleBodies[name]?.(sampleIds) ?? {}, field.path, text),
  )
  return (
    result !== undefined &&
    (result.success ||
      !result.error.issues.some((issue) => issue.path.join('.').startsWith(namedPath(field))))
  )
}
const textFields = routeNames.flatMap((name) =>
  listFields(routeOf(name).body)
    .filter((field) => !field.kind && acceptsText(name, field, 'plain text'))
    .map((field) => ({ name, field, label: `${name} ${field.path.join('.')}` })),
)
const invisibleTexts = [
  'a\nb',
  'a\r\nb',
  'a\u2028b',
  'a\u0007b',
  'a\tb',
  'a\u202eb',
  'a\u2066b',
  'a\u200bb',
  'a\ufeffb',
  'a\u0085b',
  'a\u00adb',
]

test('single-line fields refuse line breaks and invisible characters', () => {
  expect(textFields.length).toBeGreaterThan(30)
  const several = textFields
    .filter(({ label }) => !comparedFieldPattern.test(label))
    .filter(({ name, field }) => invisibleTexts.some((text) => acceptsText(name, field, text)))
    .map(({ label }) => label)
  expect([...new Set(several)].toSorted()).toEqual(Object.keys(multiLineFields).toSorted())
})

test('a row of POST /users refuses line breaks in names and title', () => {
  for (const field of ['first_name', 'last_name', 'job_title']) {
    for (const text of invisibleTexts)
      expect([
        field,
        text,
        invitedUser.safeParse({ email: 'a@example.test', [field]: text }).error?.issues[0]?.message,
      ]).toEqual([field, text, 'invisible_characters'])
  }
})

const nameFields = [
  'auth.create_workspace name',
  'settings.update name',
  'profiles.update_me first_name',
  'profiles.update_me last_name',
  'users.update first_name',
  'users.update last_name',
]
test('names of teams and people refuse web addresses', () => {
  for (const { name, field, label } of textFields.filter((one) => nameFields.includes(one.label))) {
    for (const text of [
      'You won http://evil.example/claim',
      'x://y',
      'www.evil.example',
      'see WWW.evil',
      'http：／／evil',
      'ｗｗｗ.evil',
    ])
      expect([label, text, acceptsText(name, field, text)]).toEqual([label, text, false])
    for (const text of [
      'O’Neill, Jr.',
      'Ніна-Марія',
      'محمد',
      'AT&T / R&D',
      'Node.js',
      '👩‍💻 Team',
      'علی‌رضا',
    ])
      expect([label, text, acceptsText(name, field, text)]).toEqual([label, text, true])
  }
  expect(textFields.filter((one) => nameFields.includes(one.label))).toHaveLength(nameFields.length)
  expect(
    invitedUser.safeParse({ email: 'a@example.test', first_name: 'http://evil.example' }).error
      ?.issues[0]?.message,
  ).toBe('name_link')
})
