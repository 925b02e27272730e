import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatProvider } from '#contract/chat.ts'
import { minuteMs, secondMs } from '#contract/durations.ts'
import { runChecks } from '#server/modules/chat/check-connection.ts'
import type { ChatTransport } from '#server/modules/chat-messages/chat-transport.ts'
import {
  type ChatConnectionRow,
  findConnection,
} from '#server/modules/chat-messages/connection-queries.ts'
import { openChatTransport } from '#server/modules/chat-messages/send-chat-delivery.ts'
import type { Services } from '#server/platform/services.ts'
import { type ChatActivity, findChatActivity } from './queries.ts'

const pollMs = 2 * secondMs
/** The time for each step that a person does in the chat. */
const stepMs = 5 * minuteMs

/** What the person at the keyboard does in the chat, and how the database shows that it worked. */
const steps: [ask: Record<ChatProvider, string>, done: keyof ChatActivity][] = [
  [
    { slack: 'Type /thanks help in Slack.', teams: 'Write help to the app in Teams.' },
    'has_request',
  ],
  [
    {
      slack: 'Type /thanks balance, and open the link if Slack does not know you yet.',
      teams: 'Write balance to the app, and open the link if Teams does not know you yet.',
    },
    'has_link',
  ],
  [
    {
      slack: 'Type /thanks @colleague +1 for the test, and wait for the preview.',
      teams: 'Choose Thank below the message box, fill in the form, and wait for the preview.',
    },
    'has_draft',
  ],
  [{ slack: 'Press Send.', teams: 'Press Send.' }, 'has_post'],
  [
    {
      slack: 'Wait for the message in a channel that shows thanks.',
      teams: 'Wait for the card in a channel that shows thanks.',
    },
    'has_message',
  ],
  [
    {
      slack: 'Wait for the direct message to the colleague, who must be linked.',
      teams: 'Wait for the message to the colleague, who must be linked.',
    },
    'has_direct_message',
  ],
  [{ slack: 'Press Like below the message.', teams: 'Press Like on the card.' }, 'has_like'],
  [
    {
      slack: 'Let the colleague press Add points below the message, and send one.',
      teams: 'Let the colleague press Add points on the card, and send one.',
    },
    'has_add_on',
  ],
  [
    {
      slack: 'Wait for the message to show the added point.',
      teams: 'Wait for the card to show the added point.',
    },
    'has_change',
  ],
  [
    {
      slack: 'Delete the post in Laurel, and wait until its message is gone.',
      teams: 'Delete the post in Laurel, and wait until its card is gone.',
    },
    'has_deletion',
  ],
]

type Report = (line: string) => void
type Options = {
  workspaceId: string
  provider: ChatProvider
  /** A channel for messages that are changed and deleted again. */
  channel: string
  report: Report
  timeoutMs?: number
}

/** Sends, changes and deletes a message. Returns what failed, or undefined. */
async function tryMessages(transport: ChatTransport, channel: string): Promise<string | undefined> {
  const notice = (text: string) => ({ notice: { text } })
  const sent = await transport.send(channel, notice('Laurel tests its connection.'))
  if (!sent.ok) return `send: ${sent.error}`
  const changed = await transport.update(sent, notice('Laurel has tested its connection.'))
  if (!changed.ok) return `update: ${changed.error}`
  const removed = await transport.remove(sent)
  return removed.ok ? undefined : `delete: ${removed.error}`
}

/** Checks credentials, permissions and messages without a person. Returns whether all work. */
async function verifyCalls(
  services: Services,
  connection: ChatConnectionRow,
  { channel, report }: Options,
): Promise<boolean> {
  const checks = await runChecks(services, connection)
  for (const { name, ok, detail } of checks)
    report(`${ok ? 'ok     ' : 'MISSING'} ${name}${ok ? '' : `: ${detail}`}`)
  const transport = await openChatTransport(services, connection)
  const failure = transport ? await tryMessages(transport, channel) : 'no token'
  report(failure === undefined ? 'ok      messages' : `FAILED  messages: ${failure}`)
  // The first request may still come: the steps of a person wait for it.
  return failure === undefined && checks.every(({ name, ok }) => ok || name === 'requests')
}

/**
 * Walks through an app in a real workspace or tenant: first the calls of the server, then the steps
 * of a person, each confirmed by the database of the running server. Returns whether all worked.
 */
export async function verifyChat(services: Services, options: Options): Promise<boolean> {
  const { workspaceId, provider, report, timeoutMs = stepMs } = options
  const { db, clock } = services
  const connection = await db.tenant(workspaceId, (trx) =>
    findConnection(trx, workspaceId, provider),
  )
  if (connection?.state !== 'connected') {
    report('The app is not connected: Settings, Connections.')
    return false
  }
  if (!(await verifyCalls(services, connection, options))) return false
  const since = clock.now()
  for (const [ask, done] of steps) {
    report(`${ask[provider]}`)
    const until = clock.now().getTime() + timeoutMs
    const isDone = async () =>
      (await db.tenant(workspaceId, (trx) => findChatActivity(trx, workspaceId, provider, since)))[
        done
      ]
    while (!(await isDone())) {
      if (clock.now().getTime() >= until) {
        report('FAILED  nothing arrived')
        return false
      }
      await sleep(pollMs)
    }
    report('ok')
  }
  return true
}
