import { presentPerson } from '#server/modules/people/present.ts'
import { selectPeople } from '#server/modules/people/queries.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { NotificationEvent } from '#contract/schemas/settings.ts'
import type { Trx } from '#server/platform/database/database.ts'

type PostMailData = {
  /** The post itself, or the parent of an add-on. */
  rootId: string
  from_id: string | null
  score: number
  description: string
  value: { name: string; emoji: string; color: string }
  /** The parent of an add-on; a post by the workspace has no author. */
  addedTo: { authorId: string | null; description: string } | null
}

/** Returns a post for a mail, with the parent of an add-on; undefined when it was deleted. */
export async function findPostForMail(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<PostMailData | undefined> {
  const row = await trx
    .selectFrom('posts')
    .innerJoin('values', (join) =>
      join
        .onRef('values.workspace_id', '=', 'posts.workspace_id')
        .onRef('values.id', '=', 'posts.value_id'),
    )
    .leftJoin('posts as parent', (join) =>
      join
        .onRef('parent.workspace_id', '=', 'posts.workspace_id')
        .onRef('parent.id', '=', 'posts.parent_id'),
    )
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.id', '=', id)
    .where('posts.deleted_at', 'is', null)
    .select([
      'posts.id',
      'posts.parent_id',
      'posts.from_id',
      'posts.score',
      'posts.description',
      'values.name',
      'values.emoji',
      'values.color',
      'parent.from_id as author_id',
      'parent.description as words',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { id: postId, parent_id: parentId, name, emoji, color, ...rest } = row
  const { author_id: authorId, words, ...post } = rest
  return {
    ...post,
    rootId: parentId ?? postId,
    value: { name, emoji, color },
    addedTo: words === null ? null : { authorId, description: words },
  }
}

export async function findPurchaseForMail(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select((eb) => [
      'title',
      'price',
      'status',
      'returned_at',
      'reward_type',
      'created_by',
      'decline_reason',
      'note',
      'code',
      'claim_url',
      eb.fn
        .coalesce(
          eb
            .selectFrom('contributions')
            .where('contributions.workspace_id', '=', workspaceId)
            .whereRef('contributions.purchase_id', '=', 'purchases.id')
            .select((part) => part.fn.max('comment').as('comment')),
          eb.val(''),
        )
        .as('comment'),
    ])
    .executeTakeFirst()
}

/** Returns the display name of a user, or an empty string. */
export async function findPersonName(trx: Trx, workspaceId: string, id: string): Promise<string> {
  const row = await selectPeople(trx, workspaceId).where('users.id', '=', id).executeTakeFirst()
  return row ? presentPerson(row, workspaceId).name : ''
}

/** Stores whether a user gets the mails of an event. Deleted users are ignored. */
export async function updateMailSubscription(
  trx: Trx,
  workspaceId: string,
  userId: string,
  event: NotificationEvent,
  subscribed: boolean,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ [`notify_${event}`]: subscribed })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('state', '<>', 'deleted')
    .execute()
}

/** Returns the team's name and whether a user gets the mails of an event. */
export function findMailSubscription(
  trx: Trx,
  workspaceId: string,
  userId: string,
  event: NotificationEvent,
): Promise<{ name: string; subscribed: boolean } | undefined> {
  return trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .where('users.state', '<>', 'deleted')
    .where('workspaces.deleted_at', 'is', null)
    .select(['workspaces.name', `users.notify_${event} as subscribed`])
    .executeTakeFirst()
}

/** Returns whether an active user and the team have switched the mails of an event on. */
export function findNotificationSetting(
  trx: Trx,
  workspaceId: string,
  userId: string | null,
  event: NotificationEvent,
): Promise<{ own: boolean; team: boolean } | undefined> {
  return trx
    .selectFrom('users')
    .innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId ?? '')
    .where('users.state', '=', 'accepted')
    .select([`users.notify_${event} as own`, `settings.notify_${event} as team`])
    .executeTakeFirst()
}

/** Returns the address and the language that a user has now; undefined for an unknown user. */
export function findMailReader(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<{ email: string; language: Language } | undefined> {
  return trx
    .selectFrom('users')
    .innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .select((eb) => [
      'users.email',
      eb.fn.coalesce('users.language', 'settings.language').$castTo<Language>().as('language'),
    ])
    .executeTakeFirst()
}
