import { screen, within } from '@testing-library/react'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { toFoundPeople } from './found-people.ts'
import type { Handlers } from './fake-api.ts'
import { pageOf, renderApp } from './render.tsx'
import { makePerson, makePost } from './web-data.ts'

export const pictureId = '00000000-0000-7000-8000-0000000000e1'
const camille = makePerson({ first_name: 'Camille', last_name: 'Durand' })

/** Renders the feed without posts and returns its composer. Camille Durand can be found. */
export async function renderComposer(config?: AppConfig, api: Handlers = {}) {
  const app = await renderApp('/feed', {
    ...(config ? { config } : {}),
    api: {
      'posts.list': () => pageOf([], null),
      'people.list': () => toFoundPeople(camille),
      'people.dates': () => [],
      'leaderboards.common_topics': () => ({
        items: [],
        posts: 0,
        languages: [],
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'leaderboards.list': () => ({
        items: [],
        total: 0,
        own: null,
        direction: 'received',
        mode: 'receivers',
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'posts.upload_picture': () => ({ id: pictureId, width: 1_200, height: 800 }),
      'posts.create': () => ({ ...makePost({}), milestone: null }),
      ...api,
    },
  })
  const group = await screen.findByRole('group', { name: 'Thank someone' })
  const composer = within(group)
  const input = document.getElementById('composer') as HTMLTextAreaElement
  return { ...app, composer, input }
}
