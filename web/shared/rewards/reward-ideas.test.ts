import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { category } from '#contract/schemas/rewards.ts'
import { languages } from '#web/lib/i18n.ts'
import { nextIdeaKeys, ideaTemplates } from './reward-ideas.ts'

test('idea templates cover 5 team and 19 individual rewards', () => {
  const of = (kind: string) => ideaTemplates.filter((template) => template.reward_type === kind)
  expect([of('team').length, of('individual').length]).toEqual([5, 19])
  const prices = ideaTemplates.map((template) => template.price)
  expect([Math.min(...prices), Math.max(...prices)]).toEqual([1, 300])
  for (const part of ['key', 'emoji'] as const)
    expect(new Set(ideaTemplates.map((template) => template[part])).size).toBe(24)
  expect(new Set(ideaTemplates.map((template) => template.category))).toEqual(
    new Set(category.options),
  )
})

test.each(languages)('%s has unique texts for every idea and for no other', (language) => {
  const words = JSON.parse(
    readFileSync(new URL(`../../locales/${language}/ideas.json`, import.meta.url), 'utf8'),
  ) as Record<string, { title: string; description: string }>
  expect(Object.keys(words)).toEqual(ideaTemplates.map((template) => template.key))
  expect(new Set(Object.values(words).map((template) => template.title)).size).toBe(24)
  for (const { title, description } of Object.values(words))
    expect([title, title.length <= 40, description.length <= 90]).toEqual([title, true, true])
})

test('next ideas prefer those not shown before', () => {
  const all = Array.from({ length: 19 }, (_, index) => ({ key: String(index) }))
  const first = nextIdeaKeys(all, [], 6)
  const second = nextIdeaKeys(all, first, 6)
  expect(new Set([...first, ...second]).size).toBe(12)
  const few = all.slice(0, 5)
  const again = nextIdeaKeys(
    few,
    few.map((template) => template.key),
    6,
  )
  expect(again.toSorted()).toEqual(few.map((template) => template.key))
})
