import { beforeAll, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { expectViolation } from '#tests/support/ledger-tampering.ts'
import { reconcileLedger } from './reconcile.ts'

const t = setupTestApp()
/** An entry of a movement of this type for a wallet. */
const one = (type: string) =>
  `(select e.movement_id from entries e join movements m using (workspace_id) where m.id = e.movement_id and m.type = '${type}' and e.user_id is not null order by 1 limit 1)`
const gone = (type: string) =>
  `with m as (select * from movements where id = ${one(type)}), e as (delete from entries
    where movement_id in (select id from m)) delete from movements where id in (select id from m)`
beforeAll(async () => {
  const team = await makeTeam(t)
  await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 200)
  const post = await makePost(t, team.admin, [member], team.value_id, 20)
  const standing = {
    id: await makePost(
      t,
      team.admin,
      [member, await makeMember(t, team.workspace_id)],
      team.value_id,
      5,
    ),
  }
  await t.call('posts.add_on', { token: member.token, params: standing, body: { score: 2 } })
  await t.call('posts.comment', {
    token: member.token,
    params: standing,
    body: { text: 'Thank you!' },
  })
  await t.call('posts.react', { token: member.token, params: standing, body: { reaction: 'clap' } })
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Cake', price: 30 },
  })
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1)
    ids.push(
      (
        await t.call('shop.redeem', {
          token: member.token,
          params: { id: reward.body.id },
          body: {},
        })
      ).body.id,
    )
  for (const id of [ids[0], ids[3]])
    await t.call('rewards.fulfil', {
      token: team.admin.token,
      params: { id: id ?? '' },
      body: {},
    })
  await t.call('rewards.decline', {
    token: team.admin.token,
    params: { id: ids[3] ?? '' },
    body: { reason: 'It never arrived' },
  })
  await t.call('rewards.decline', {
    token: team.admin.token,
    params: { id: ids[1] ?? '' },
    body: {},
  })
  await t.call('posts.delete', { token: team.admin.token, params: { id: post } })
})

test('finds no violation after posts, deletions and purchases', async () => {
  expect(await reconcileLedger(t.ownerUrl)).toEqual([])
})

test.each([
  [
    'a changed amount',
    'update entries set amount = amount + 1 where position = 0',
    'movement does not sum to zero',
  ],
  [
    'a changed balance',
    'update wallets set balance = balance + 5 where balance > 0',
    'cached balance differs from the sum of entries',
  ],
  [
    'a missing entry',
    "delete from entries where account = 'issued'",
    'movement does not sum to zero',
  ],
  [
    'a duplicate entry',
    `insert into entries select workspace_id, movement_id, 9::smallint, account, user_id,
      sequence + 1000, amount, balance_after from entries where movement_id = ${one('post')}
      and user_id is not null`,
    'movement does not sum to zero',
  ],
  [
    'a movement without entries',
    `insert into movements (workspace_id, id, type, source_id, created_at)
      select workspace_id, gen_random_uuid(), 'adjust', gen_random_uuid(), now() from movements
      limit 1`,
    'movement does not sum to zero',
  ],
  [
    'an entry of another workspace',
    `update entries set workspace_id = (select id from workspaces w
      where w.id <> entries.workspace_id limit 1) where movement_id = ${one('adjust')}`,
    'entry without a movement or wallet',
  ],
  [
    'entries without their movement',
    `delete from movements where id = ${one('adjust')}`,
    'entry without a movement or wallet',
  ],
  [
    'a missing wallet',
    `delete from wallets where user_id = (select user_id from entries
      where movement_id = ${one('purchase')} and user_id is not null)`,
    'entry without a movement or wallet',
  ],
  ['a post without its movement', gone('post'), 'entries of a post are missing or wrong'],
  [
    'a purchase without its movement',
    gone('purchase'),
    'entry of a contribution is missing or wrong',
  ],
  [
    'a missing refund',
    gone('purchase_declined'),
    'declined contribution without a refund, or refund of another one',
  ],
  [
    'a movement of an unknown post',
    "update movements set source_id = gen_random_uuid() where type = 'post'",
    'movement without its post or contribution',
  ],
  [
    'a post with an entry for a third person',
    `with paid as (insert into entries select w.workspace_id, m.id, 9::smallint, 'wallet',
      w.user_id, w.entries_count + 1, 50, w.balance + 50 from movements m
      join wallets w using (workspace_id) where m.id = ${one('post')} and w.entries_count = 0
      limit 1 returning *),
    cached as (update wallets w set balance = w.balance + 50, entries_count = w.entries_count + 1
      from paid where w.workspace_id = paid.workspace_id and w.user_id = paid.user_id)
    update entries e set amount = e.amount - 50 from paid where e.workspace_id = paid.workspace_id
      and e.movement_id = paid.movement_id and e.account = 'issued'`,
    'movement differs from its post',
  ],
  [
    'a reversal of another amount',
    `update entries e set amount = amount * 2 from movements m where m.workspace_id = e.workspace_id
      and m.id = e.movement_id and m.type = 'post_deleted'`,
    'movement differs from its post',
  ],
  [
    'a refund of another amount',
    `update entries e set amount = amount * 2 from movements m where m.workspace_id = e.workspace_id
      and m.id = e.movement_id and m.type = 'purchase_declined'`,
    'movement differs from its contribution',
  ],
  [
    'returned points of another amount',
    `update entries e set amount = amount * 2 from movements m where m.workspace_id = e.workspace_id
      and m.id = e.movement_id and m.type = 'purchase_returned'`,
    'movement differs from its contribution',
  ],
  [
    'returned points that were held',
    `update entries e set account = 'held' from movements m where m.workspace_id = e.workspace_id
      and m.id = e.movement_id and m.type = 'purchase_returned' and e.account = 'redeemed'`,
    'movement differs from its contribution',
  ],
  [
    'a returned purchase without returned points',
    gone('purchase_returned'),
    'declined contribution without a refund, or refund of another one',
  ],
  [
    'returned points of a purchase that was not fulfilled',
    `update movements set type = 'purchase_returned' where type = 'purchase_declined'`,
    'fulfilled contribution not settled, or settled before',
  ],
  [
    'points that return twice',
    `insert into movements select (jsonb_populate_record(m, jsonb_build_object('type',
      'purchase_declined', 'id', gen_random_uuid()))).* from movements m
      where m.type = 'purchase_returned'`,
    'declined contribution without a refund, or refund of another one',
  ],
  [
    'a purchase that is not marked as returned',
    'update purchases set returned_at = null',
    'returned points without a returned purchase, or the reverse',
  ],
  [
    'a declined purchase that is marked as returned',
    "update purchases set returned_at = now() where status = 'declined'",
    'returned points without a returned purchase, or the reverse',
  ],
  [
    'redeemed points that are still held',
    `update entries e set account = 'held' from movements m where m.workspace_id = e.workspace_id
      and m.id = e.movement_id and m.type = 'purchase_fulfilled'`,
    'movement differs from its contribution',
  ],
  [
    'a broken running balance',
    'update entries set balance_after = balance_after + 1 where user_id is not null',
    'running balance differs from the entries before it',
  ],
  [
    'a post without entries',
    'update posts set score = score + 1 where deleted_at is null',
    'entries of a post are missing or wrong',
  ],
  [
    'a deletion without reversal',
    'update posts set deleted_at = now() where deleted_at is null',
    'deleted post without a reversal, or reversal of an undeleted post',
  ],
  [
    'recovered points without entries',
    'update post_recipients set recovered = recovered + 1 where recovered is not null',
    'recovered points of a deleted post differ from its entries',
  ],
  [
    'points recovered from a post that is not deleted',
    'update post_recipients set recovered = 1 where not deleted',
    'recovered points of a deleted post differ from its entries',
  ],
  [
    'an allowance with too few spent points',
    'update allowances set spent = spent - 1 where spent > 0',
    'allowance does not count all points given from it',
  ],
  [
    'a missing allowance',
    'delete from allowances',
    'allowance does not count all points given from it',
  ],
  [
    'an add-on missing in the totals of its post',
    'update posts set added_score = 0 where add_on_count > 0',
    'cached totals of a post differ from its add-ons',
  ],
  [
    'a private add-on of a public post',
    'update posts set private = true where add_on',
    'add-on differs from its post in value, privacy or people',
  ],
  [
    'an add-on of an add-on',
    'update posts set parent_id = id where add_on',
    'add-on differs from its post in value, privacy or people',
  ],
  [
    'a comment counted twice',
    'update posts set comment_count = 2 where comment_count = 1',
    'cached counts of comments or reactions are wrong',
  ],
  [
    'a reaction not counted',
    "update posts set reaction_counts = '{}'",
    'cached counts of comments or reactions are wrong',
  ],
  [
    'a pending contribution with a refund',
    "update contributions set status = 'pending' where status = 'declined'",
    'declined contribution without a refund, or refund of another one',
  ],
  [
    'a contribution with a missing point',
    "update contributions set amount = amount - 1 where status = 'fulfilled'",
    'paid parts of a purchase differ from its price',
  ],
  [
    'a contribution with a later status than its purchase',
    "update contributions set status = 'purchased' where status = 'pending'",
    'contribution has another status than its purchase',
  ],
  [
    'a fulfilled contribution without a movement',
    "update contributions set status = 'fulfilled', fulfilled_at = now() where status = 'pending'",
    'fulfilled contribution not settled, or settled before',
  ],
])('reports %s as a violation', (_, tampering, what) => expectViolation(t, tampering, what))
