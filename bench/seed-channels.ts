import { withClient } from '#tests/support/database.ts'

const channelsCount = 10

/** Connects an app in Slack with ten channels that show all public posts. */
export const connectChannels = (ownerUrl: string, workspaceId: string): Promise<void> =>
  withClient(ownerUrl, async (owner) => {
    await owner.query(`select set_config('laurel.workspace', $1, false)`, [workspaceId])
    await owner.query(
      `with app as (
        insert into hooks (workspace_id, id, kind, url, events, created_at)
        values ($1, gen_random_uuid(), 'slack_app', 'https://slack.com/',
          '{post.created,post.updated,post.deleted}', now())
        returning id)
      insert into chat_connections (workspace_id, provider, hook_id, state, created_at)
      select $1, 'slack', id, 'connected', now() from app`,
      [workspaceId],
    )
    await owner.query(
      `insert into hooks (workspace_id, id, kind, url, events, channel_id, channel_name, filters,
        created_at)
      select $1, gen_random_uuid(), 'slack_app', 'https://slack.com/', '{}', 'C' || n, 'c' || n,
        '{"kinds": ["thanks"], "value_ids": [], "audience": null}', now()
      from generate_series(1, $2) n`,
      [workspaceId, channelsCount],
    )
  })
