import { expect, test } from 'vitest'
import { emptyPostDraft, parseStoredDrafts } from './post-drafts.ts'

const now = Date.parse('2026-03-01')
const maria = {
  id: '1',
  name: 'Maria Ivanova',
  first_name: 'Maria',
  last_name: 'Ivanova',
  job_title: '',
  avatar: { url: null },
  state: 'accepted',
  demo: false,
}
const draft = {
  ...emptyPostDraft,
  people: [maria],
  groups: [{ id: 'g', name: 'Design', count: 60 }],
  text: 'for the release',
  score: 15,
  typed: '2.5',
  value_id: 'v',
  private: true,
  budget: { id: 'b', name: 'Operations', left: 320 },
  attempt: { key: 'k', body: '{}' },
}

test('parseStoredDrafts restores the draft and non-empty unsent drafts', () => {
  expect(
    parseStoredDrafts(
      JSON.stringify({ at: now - 1_000, draft, shelf: [draft, emptyPostDraft] }),
      now,
    ),
  ).toEqual({ draft, shelf: [{ id: '0', draft, why: null }] })
})
test('parseStoredDrafts keeps the newest of many unsent drafts', () => {
  // A draft that was on its way when the page was closed is the last one.
  const shelf = ['1', '2', '3', '4', '5', 'on its way'].map((text) => ({ ...draft, text }))
  const stored = JSON.stringify({ at: now, draft: emptyPostDraft, shelf })
  expect(parseStoredDrafts(stored, now).shelf.map((unsent) => unsent.draft.text)).toEqual([
    '2',
    '3',
    '4',
    '5',
    'on its way',
  ])
})
test('parseStoredDrafts ignores expired, broken or malformed values', () => {
  const none = { draft: emptyPostDraft, shelf: [] }
  for (const stored of [
    null,
    '',
    '{',
    '[]',
    'null',
    '7',
    JSON.stringify({ draft }),
    JSON.stringify({ at: now - 31 * 86_400_000, draft }),
    JSON.stringify({ at: now, draft: 'text', shelf: 3 }),
  ])
    expect(parseStoredDrafts(stored, now)).toEqual(none)
  const odd = {
    at: now,
    draft: {
      people: [null, { id: 1 }, { ...maria, avatar: null }, maria],
      text: 5,
      score: -3,
      typed: 7,
      value_id: {},
      private: 'yes',
      budget: { id: 7 },
      groups: [{ id: 7 }, null],
      attempt: { key: 1 },
    },
  }
  expect(parseStoredDrafts(JSON.stringify(odd), now).draft).toEqual({
    ...emptyPostDraft,
    people: [maria],
  })
})
