import { Button, Skeleton, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Purchase } from '#contract/rewards.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/app/config.ts'
import { tell, tellError } from '#web/app/errors.ts'
import { Failure } from '#web/app/Failure.tsx'
import { usePersonName } from '#web/app/person.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type PurchaseFilter, useCancel, useDecline, useFulfil, usePurchases } from './queries.ts'
import css from './rewards.module.css'

type Asked = { kind: 'cancel' | 'decline' | 'fulfil'; purchase: Purchase; key: string }

/** Cancel, decline and fulfil ask before they act. */
function Decision({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation('rewards')
  const name = usePersonName()
  const [reason, setReason] = useState('')
  const cancel = useCancel()
  const decline = useDecline()
  const fulfil = useFulfil()
  const { kind, purchase: { id, title, price, contributions }, key } = asked
  const buyer = contributions[0]?.user
  const done = { onSuccess: () => { tell(t(`${kind}.done`)); onClose() }, onError: (error: unknown) => { tellError(t, error); onClose() } }
  const act = () => {
    if (kind === 'cancel') cancel.mutate({ id, key }, done)
    else if (kind === 'decline') decline.mutate({ id, reason, key }, done)
    else fulfil.mutate({ id, key }, done)
  }
  return (
    <ConfirmDialog opened danger={kind !== 'fulfil'} title={t(`${kind}.title`, { title })} text={t(`${kind}.text`, { name: buyer ? name(buyer) : '', count: price })}
      confirm={t(`${kind}.action`)} cancel={t('common:cancel')} busy={cancel.isPending || decline.isPending || fulfil.isPending} onConfirm={act} onClose={onClose}>
      {kind === 'decline' ? <Textarea label={t('decline.reason')} autosize minRows={2} maxLength={limits.comment_chars_max} value={reason} onChange={(event) => setReason(event.currentTarget.value)} /> : null}
    </ConfirmDialog>
  )
}

function PurchaseCard({ purchase, team, ask }: { purchase: Purchase; team: boolean; ask: (kind: Asked['kind']) => void }) {
  const { t } = useTranslation('rewards')
  const { settings: { timezone } } = useConfig()
  const name = usePersonName()
  const buyer = purchase.contributions[0]?.user
  const { abilities } = purchase
  return (
    <Card className={css['purchase']}>
      <span className={css['icon']} aria-hidden="true">{purchase.picture.url ? <img src={purchase.picture.url} alt="" /> : purchase.emoji || '🎁'}</span>
      <div className={css['what']}>
        <b>{purchase.title}</b>
        <small>{team && buyer ? `${name(buyer)} · ` : ''}{t('common:points', { count: purchase.price })} · <time dateTime={purchase.created_at}>{formatDate(purchase.created_at, timezone)}</time></small>
      </div>
      <span className={css['status']} data-status={purchase.status}>{t(purchase.canceled_at ? 'status.canceled' : `status.${purchase.status}`)}</span>
      {purchase.comments.map((comment) => <div key={comment.created_at} className={css['quote']}>{comment.text}</div>)}
      {purchase.decline_reason ? <div className={css['quote']}>{t('decline.said', { reason: purchase.decline_reason })}</div> : null}
      {(team && (abilities.fulfil || abilities.decline)) || (!team && abilities.cancel) ? (
        <div className={css['actions']}>
          {team && abilities.fulfil ? <Button size="sm" onClick={() => ask('fulfil')}>{t('fulfil.action')}</Button> : null}
          {team && abilities.decline ? <Button size="sm" variant="default" onClick={() => ask('decline')}>{t('decline.action')}</Button> : null}
          {!team && abilities.cancel ? <Button size="sm" variant="default" onClick={() => ask('cancel')}>{t('cancel.action')}</Button> : null}
        </div>
      ) : null}
    </Card>
  )
}

/** Purchases, pending first, with what the reader may do with each. */
export function PurchaseList({ whose, filter, empty }: { whose: 'own' | 'team'; filter?: PurchaseFilter; empty: ReactNode }) {
  const { t } = useTranslation('rewards')
  const purchases = usePurchases(whose, filter)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (purchases.isPending) return <div className={css['list']} aria-busy="true">{[0, 1, 2].map((index) => <Card key={index}><Skeleton height={52} /></Card>)}</div>
  if (purchases.isError) return <Failure error={purchases.error} retry={() => void purchases.refetch()} />
  const items = purchases.data.pages.flatMap((page) => page.items)
  if (!items.length) return <Card>{empty}</Card>
  return (
    <>
      <ul className={css['list']} aria-label={t('purchases_count', { count: items.length, shown: formatNumber(items.length) })}>
        {items.map((purchase) => <li key={purchase.id}><PurchaseCard purchase={purchase} team={whose === 'team'} ask={(kind) => setAsked({ kind, purchase, key: crypto.randomUUID() })} /></li>)}
      </ul>
      {purchases.hasNextPage ? <Button variant="default" mt="md" loading={purchases.isFetchingNextPage} onClick={() => void purchases.fetchNextPage()}>{t('more')}</Button> : null}
      {asked ? <Decision asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
