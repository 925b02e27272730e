import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { language as languages } from '#contract/schemas/common.ts'
import { teamsTextLimits } from '#server/adapters/chat/teams-manifest.ts'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/modules/people-files/zip-archive.ts'
import { bcp47Tag } from '#server/platform/i18n/messages.ts'
import { buildTeamsAppPackage, loadTeamsAppTexts } from './teams-app-package.ts'

/** The texts of the app package, by the limits of Teams. */
const charsOf = (text: string) => text.length

test.each(languages.options)('%s texts fit into the manifest and differ', (language) => {
  const { commands, thank, ...texts } = loadTeamsAppTexts(language)
  for (const [name, text] of Object.entries(texts) as [keyof typeof texts, string][])
    expect([name, charsOf(text) <= teamsTextLimits[name]]).toEqual([name, true])
  const all = [...Object.values(commands), thank]
  for (const { title, description } of all) {
    expect([title, charsOf(title) <= teamsTextLimits.commandTitle]).toEqual([title, true])
    expect([description, charsOf(description) <= teamsTextLimits.commandDescription]).toEqual([
      description,
      true,
    ])
  }
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
  expect(JSON.stringify([texts, all])).not.toContain('app.')
})

test('builds a package with the texts of every language', async () => {
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET: 'a-secret-for-tests-only-0123456789',
    PUBLIC_URL: 'https://laurel.example',
    PRIVACY_URL: 'https://company.example/privacy',
  })
  const appId = '8f2a7c1e-4b6d-4e2f-9a3b-5c7d8e9f0a1b'
  const read = openArchive(await buildTeamsAppPackage({ config }, { app_id: appId }), 1_000_000)
  const readJson = (name: string) =>
    JSON.parse(read(name)?.toString() ?? 'null') as Record<string, unknown>
  const schema = new URL(
    '../../../tests/contracts/teams/teams-manifest.v1.29.schema.json',
    import.meta.url,
  )
  const { $schema: _, ...rest } = JSON.parse(readFileSync(schema, 'utf8')) as Record<
    string,
    unknown
  >
  const isManifest = formats
    .default(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }))
    .compile(rest)
  isManifest(readJson('manifest.json'))
  expect(isManifest.errors ?? []).toEqual([])
  expect(readJson('manifest.json')).toMatchObject({
    bots: [{ botId: appId }],
    developer: { privacyUrl: 'https://company.example/privacy' },
    validDomains: ['laurel.example'],
  })
  for (const language of languages.options)
    expect(readJson(`${bcp47Tag(language)}.json`)).toMatchObject({
      'composeExtensions[0].commands[0].title': loadTeamsAppTexts(language).thank.title,
    })
})
