import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#server/test/app.ts'
import { withClient } from '#server/test/database.ts'
import { giveBalance, makeMember, makePost, makeTeam } from '#server/test/factories.ts'
import { checkLedger } from './check.ts'

const t = testApp()
beforeAll(async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await giveBalance(t, member, 100)
  const post = await makePost(t, team.admin, [member], team.value_id, 20)
  const standing = { id: await makePost(t, team.admin, [member, await makeMember(t, team.workspace_id)], team.value_id, 5) }
  await t.call('posts.add_on', { token: member.token, params: standing, body: { score: 2 } })
  await t.call('posts.comment', { token: member.token, params: standing, body: { text: 'Thank you!' } })
  await t.call('posts.react', { token: member.token, params: standing, body: { reaction: 'clap' } })
  const reward = await t.call('rewards.create', { token: team.admin.token, body: { title: 'Cake', price: 30 } })
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await t.call('shop.redeem', { token: member.token, params: { id: reward.body.id }, body: {} })).body.id)
  await t.call('rewards.fulfil', { token: team.admin.token, params: { id: ids[0] ?? '' }, body: {} })
  await t.call('rewards.decline', { token: team.admin.token, params: { id: ids[1] ?? '' }, body: {} })
  await t.call('posts.delete', { token: team.admin.token, params: { id: post } })
})

test('after posts, deletions and purchases the ledger is whole', async () => {
  expect(await checkLedger(t.ownerUrl)).toEqual([])
})

test.each([
  ['a changed amount', 'update entries set amount = amount + 1 where position = 0', 'movement does not sum to zero'],
  ['a changed balance', 'update wallets set balance = balance + 5 where balance > 0', 'cached balance differs from the sum of entries'],
  ['a missing entry', "delete from entries where account = 'issued'", 'movement does not sum to zero'],
  ['a broken running balance', 'update entries set balance_after = balance_after + 1 where user_id is not null', 'running balance is broken'],
  ['a post without entries', 'update posts set score = score + 1 where deleted_at is null', 'post without its entries'],
  ['a deletion without reversal', 'update posts set deleted_at = now() where deleted_at is null', 'deleted post without its reversal, or reversal of a post that stands'],
  ['an add-on that its post forgets', 'update posts set added_score = 0 where add_on_count > 0', 'post that its add-ons do not agree with'],
  ['an add-on that hides', 'update posts set private = true where add_on', 'add-on that does not belong to its post'],
  ['an add-on of an add-on', 'update posts set parent_id = id where add_on', 'add-on that does not belong to its post'],
  ['a comment counted twice', 'update posts set comment_count = 2 where comment_count = 1', 'comments or reactions that are counted otherwise'],
  ['a reaction not counted', "update posts set reaction_counts = '{}'", 'comments or reactions that are counted otherwise'],
  ['a refund that was not one', "update contributions set status = 'pending' where status = 'declined'", 'declined contribution without its refund, or refund of one that stands'],
  ['a part that is not there', "update contributions set amount = amount - 1 where status = 'fulfilled'", 'purchase that its parts do not pay for'],
  ['a part that goes ahead', "update contributions set status = 'purchased' where status = 'pending'", 'contribution that stands otherwise than its purchase'],
  ['a purchase fulfilled by hand', "update contributions set status = 'fulfilled' where status = 'pending'", 'fulfilled contribution not settled, or settled while open'],
])('%s is named', async (_, tampering, what) => {
  const names = ['entries', 'wallets', 'posts', 'contributions']
  await withClient(t.ownerUrl, async (owner) => {
    try {
      for (const name of names) await owner.query(`create table kept_${name} as table ${name}`)
      await owner.query(tampering)
      expect((await checkLedger(t.ownerUrl)).map((one) => one.what)).toContain(what)
      const run = spawnSync(process.execPath, [fileURLToPath(new URL('../cli.ts', import.meta.url)), 'check-ledger'], { env: { ...process.env, DATABASE_URL: t.ownerUrl, DATA_DIR: t.services.config.dataDir }, encoding: 'utf8' })
      expect(run.status).toBe(1)
      expect(run.stdout).toContain(what)
    } finally {
      await owner.query("set session_replication_role = 'replica'")
      for (const name of names.toReversed()) {
        await owner.query(`delete from ${name}`)
        const { rows: [{ columns } = { columns: '*' }] } = await owner.query<{ columns: string }>(`select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`, [name])
        await owner.query(`insert into ${name} (${columns}) select ${columns} from kept_${name}`)
        await owner.query(`drop table kept_${name}`)
      }
    }
  })
  expect(await checkLedger(t.ownerUrl)).toEqual([])
})
