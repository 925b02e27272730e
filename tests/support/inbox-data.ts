import type { InboxItem } from '#contract/schemas/inbox.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'

const ana = makePerson({ first_name: 'Ana', last_name: 'Lima' })

/** Returns an unread item of the inbox: a thank you from Ana. */
export const makeInboxItem = (fields: Partial<InboxItem> = {}): InboxItem => ({
  id: nextId(),
  kind: 'thanks',
  actors: [ana],
  actor_count: 1,
  points: 10,
  post: {
    id: nextId(),
    text: 'For the release notes',
    private: false,
    own: false,
    occasion: null,
    value: { name: 'Craft', emoji: '🛠️', color: '#336699' },
  },
  comment: null,
  purchase: null,
  open_purchases: null,
  import: null,
  sync_run: null,
  allowance: null,
  budget: null,
  award: null,
  bonus: null,
  card: null,
  round: null,
  updated_at: exampleTime,
  percent: null,
  read_at: null,
  ...fields,
})
