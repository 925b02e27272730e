import type { Trx } from '#server/platform/database/database.ts'

/** Returns a post with its value, unless it is private or deleted. */
export function findPublicPost(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('posts')
    .innerJoin('values', (join) =>
      join
        .onRef('values.workspace_id', '=', 'posts.workspace_id')
        .onRef('values.id', '=', 'posts.value_id'),
    )
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.id', '=', id)
    .where('posts.deleted_at', 'is', null)
    .where('posts.private', '=', false)
    .select([
      'posts.from_id',
      'posts.occasion',
      'posts.to_ids',
      'posts.parent_id',
      'posts.score',
      'posts.description',
      'posts.value_id',
      'values.name',
      'values.emoji',
      'posts.created_at',
    ])
    .executeTakeFirst()
}

/** Returns a comment, unless its post is private or deleted. */
export function findPublicComment(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('comments')
    .innerJoin('posts', (join) =>
      join
        .onRef('posts.workspace_id', '=', 'comments.workspace_id')
        .onRef('posts.id', '=', 'comments.post_id'),
    )
    .where('comments.workspace_id', '=', workspaceId)
    .where('comments.id', '=', id)
    .where('posts.private', '=', false)
    .where('posts.deleted_at', 'is', null)
    .select(['comments.post_id', 'comments.user_id', 'comments.text', 'comments.created_at'])
    .executeTakeFirst()
}

/** Returns the columns of a purchase that its events contain. */
export function findPurchaseForWebhook(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select([
      'reward_id',
      'title',
      'price',
      'reward_type',
      'status',
      'created_by',
      'decline_reason',
      'created_at',
    ])
    .executeTakeFirst()
}
