import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { purchase_status, type PurchaseStatus, type Reward } from '#contract/rewards.ts'
import { tell, tellError } from '#web/app/errors.ts'
import { Failure } from '#web/app/Failure.tsx'
import { NotFound } from '#web/app/NotFound.tsx'
import { useTitle } from '#web/app/title.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { PurchaseList } from '#web/app/rewards/PurchaseList.tsx'
import { RewardForm } from '../components/RewardForm.tsx'
import css from '#web/app/rewards/rewards.module.css'
import { rewardsQuery, useDeleteReward } from '../queries.ts'

function Tabs() {
  const { t } = useTranslation('rewards')
  const button = (to: '/settings/rewards/all' | '/settings/rewards/purchases', text: string) => (
    <Link to={to} className={css['tabLink']} activeProps={{ 'data-status': 'active' }}>{text}</Link>
  )
  return <nav className={css['tabs']} aria-label={t('admin.title')}>{button('/settings/rewards/all', t('admin.all'))}{button('/settings/rewards/purchases', t('admin.purchases'))}</nav>
}
function Back({ to }: { to: '/settings' | '/settings/rewards/all' }) {
  const { t } = useTranslation('rewards')
  return <Link to={to} className={backClass}><BackArrow />{t(to === '/settings' ? 'common:nav.settings' : 'admin.all')}</Link>
}

function RewardRow({ reward, onDelete }: { reward: Reward; onDelete: () => void }) {
  const { t } = useTranslation('rewards')
  return (
    <Card className={css['row']}>
      <span className={css['icon']} aria-hidden="true">{reward.picture.url ? <img src={reward.picture.url} alt="" /> : reward.emoji || '🎁'}</span>
      <div className={css['what']}>
        <b>{reward.title}</b>
        <small>{[t(`category.${reward.category}`), reward.available_amount === null ? t('admin.unlimited') : reward.available_amount === 0 ? t('admin.sold_out') : t('shop.left', { count: reward.available_amount }), reward.demo ? t('admin.demo') : ''].filter(Boolean).join(' · ')}</small>
      </div>
      <PointsBadge text={formatNumber(reward.price)} label={t('common:points', { count: reward.price })} />
      <Group gap={6} wrap="nowrap">
        <Button component={Link} to={`/settings/rewards/edit/${reward.id}`} size="sm" variant="default" aria-label={t('admin.edit_title', { title: reward.title })}>{t('admin.edit')}</Button>
        <Button size="sm" variant="subtle" color="red" onClick={onDelete} aria-label={t('admin.delete_title', { title: reward.title })}>{t('admin.delete')}</Button>
      </Group>
    </Card>
  )
}

export function AllRewardsScreen() {
  const { t } = useTranslation('rewards')
  const rewards = useQuery(rewardsQuery)
  const [asked, setAsked] = useState<Reward | null>(null)
  const remove = useDeleteReward()
  useTitle(t('admin.title'))
  const create = <Button component={Link} to="/settings/rewards/new">{t('admin.new')}</Button>
  return (
    <Page title={t('admin.title')} actions={create} back={<Back to="/settings" />}>
      <Tabs />
      {rewards.isPending ? <div className={css['list']} aria-busy="true">{[0, 1, 2, 3].map((index) => <Card key={index}><Skeleton height={52} /></Card>)}</div> : null}
      {rewards.isError ? <Failure error={rewards.error} retry={() => void rewards.refetch()} /> : null}
      {rewards.data?.length === 0 ? <Card><Notice art="gift" title={t('admin.empty')} text={t('shop.empty_admin')}>{create}</Notice></Card> : null}
      <ul className={css['list']}>{rewards.data?.map((reward) => <li key={reward.id}><RewardRow reward={reward} onDelete={() => setAsked(reward)} /></li>)}</ul>
      {asked ? (
        <ConfirmDialog opened danger title={t('admin.delete_title', { title: asked.title })} text={t('admin.delete_text')} confirm={t('admin.delete')} cancel={t('common:cancel')} busy={remove.isPending} onClose={() => setAsked(null)}
          onConfirm={() => remove.mutate(asked.id, { onSuccess: () => { tell(t('admin.deleted')); setAsked(null) }, onError: (error) => { tellError(t, error); setAsked(null) } })} />
      ) : null}
    </Page>
  )
}

export function PurchasesScreen() {
  const { t } = useTranslation('rewards')
  const [status, setStatus] = useState<PurchaseStatus | 'all'>('all')
  useTitle(t('admin.purchases'))
  const options = purchase_status.options.filter((one) => one !== 'purchased')
  return (
    <Page title={t('admin.title')} back={<Back to="/settings" />}>
      <Tabs />
      <SegmentedControl radius="xl" mb="md" value={status} onChange={setStatus} aria-label={t('admin.status')} data={[{ value: 'all' as const, label: t('status.all') }, ...options.map((value) => ({ value, label: t(`status.${value}`) }))]} />
      <PurchaseList whose="team" filter={status === 'all' ? {} : { status }} empty={<Notice art="gift" title={t('admin.no_purchases')} text={t('admin.no_purchases_text')} />} />
    </Page>
  )
}

export function NewRewardScreen() {
  const { t } = useTranslation('rewards')
  useTitle(t('admin.new'))
  return <Page title={t('admin.new')} back={<Back to="/settings/rewards/all" />}><RewardForm /></Page>
}

export function EditRewardScreen() {
  const { t } = useTranslation('rewards')
  const { id } = useParams({ strict: false }) as { id: string }
  const rewards = useQuery(rewardsQuery)
  const reward = rewards.data?.find((one) => one.id === id)
  useTitle(reward?.title ?? t('admin.edit'))
  if (rewards.isError) return <Failure error={rewards.error} retry={() => void rewards.refetch()} />
  if (rewards.data && !reward) return <NotFound />
  return <Page title={t('admin.edit')} back={<Back to="/settings/rewards/all" />}>{reward ? <RewardForm key={reward.id} reward={reward} /> : <Card aria-busy="true"><Skeleton height={320} /></Card>}</Page>
}
