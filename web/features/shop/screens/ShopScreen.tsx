import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { category as categories, type Category, type ShopReward } from '#contract/rewards.ts'
import { useConfig, useMay } from '#web/app/config.ts'
import { Failure } from '#web/app/Failure.tsx'
import { useTitle } from '#web/app/title.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { PurchaseList } from '#web/app/rewards/PurchaseList.tsx'
import { RedeemDialog } from '../components/RedeemDialog.tsx'
import { RewardCard } from '#web/app/rewards/RewardCard.tsx'
import css from '#web/app/rewards/rewards.module.css'
import { shopQuery } from '../queries.ts'

function ShopItem({ reward, onRedeem }: { reward: ShopReward; onRedeem: () => void }) {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const share = Math.min(Math.max(user.balance / reward.price, 0), 1)
  return (
    <RewardCard reward={reward}>
      {reward.blocked === 'not_enough_points' ? <div className={css['track']} aria-hidden="true"><span style={{ width: `${share * 100}%` }} /></div> : null}
      <span className={`${css['hint']} ${reward.blocked ? '' : css['now']}`}>
        {reward.blocked === 'one_time_used' ? t('shop.used') : reward.missing_points > 0 ? t('shop.to_go', { count: reward.missing_points }) : t('shop.now')}
        {reward.available_amount !== null ? ` · ${t('shop.left', { count: reward.available_amount })}` : ''}
      </span>
      <div className={css['foot']}>
        <PointsBadge text={formatNumber(reward.price)} label={t('common:points', { count: reward.price })} large />
        <Button size="sm" disabled={reward.blocked !== null} onClick={onRedeem} aria-label={t('shop.redeem_title', { title: reward.title })}>{t('shop.redeem')}</Button>
      </div>
    </RewardCard>
  )
}

function Shop() {
  const { t } = useTranslation('rewards')
  const may = useMay()
  const [filter, setFilter] = useState<Category | 'all'>('all')
  const [order, setOrder] = useState<'price' | 'newest' | 'title'>('price')
  const [chosen, setChosen] = useState<ShopReward | null>(null)
  const shop = useQuery(shopQuery)
  if (shop.isPending) return <div className={css['grid']} aria-busy="true">{Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={300} radius="lg" />)}</div>
  if (shop.isError) return <Failure error={shop.error} retry={() => void shop.refetch()} />
  if (!shop.data.length) {
    return <Card><Notice art="gift" title={t('shop.empty')} text={t(may('manage_rewards') ? 'shop.empty_admin' : 'shop.empty_text')}>
      {may('manage_rewards') ? <Button component={Link} to="/settings/rewards/new">{t('admin.new')}</Button> : null}
    </Notice></Card>
  }
  const used = categories.options.filter((one) => shop.data.some((reward) => reward.category === one))
  const shown = shop.data.filter((reward) => filter === 'all' || reward.category === filter).sort((a, b) =>
    order === 'price' ? a.price - b.price : order === 'title' ? a.title.localeCompare(b.title) : a.created_at < b.created_at ? 1 : -1)
  return (
    <>
      <div className={css['bar']}>
        <NativeSelect aria-label={t('shop.category')} value={filter} onChange={(event) => setFilter(event.currentTarget.value as Category | 'all')}
          data={[{ value: 'all', label: t('category.all') }, ...used.map((value) => ({ value, label: t(`category.${value}`) }))]} />
        <NativeSelect aria-label={t('shop.order')} value={order} onChange={(event) => setOrder(event.currentTarget.value as typeof order)}
          data={(['price', 'newest', 'title'] as const).map((value) => ({ value, label: t(`shop.by_${value}`) }))} />
      </div>
      <ul className={css['grid']}>{shown.map((reward) => <li key={reward.id}><ShopItem reward={reward} onRedeem={() => setChosen(reward)} /></li>)}</ul>
      {chosen ? <RedeemDialog reward={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

/** /rewards: the shop, and what one has redeemed. */
export function ShopScreen() {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const [tab, setTab] = useState<'shop' | 'mine'>('shop')
  useTitle(t('title'))
  return (
    <Page title={t('title')} actions={<span className={css['balance']}>{t('have')} <PointsBadge text={formatNumber(user.balance)} label={t('common:points', { count: user.balance })} large /></span>}>
      <SegmentedControl radius="xl" mb="lg" value={tab} onChange={setTab} aria-label={t('title')} data={[{ value: 'shop', label: t('tab.shop') }, { value: 'mine', label: t('tab.mine') }]} />
      {tab === 'shop' ? <Shop /> : <PurchaseList whose="own" empty={<Notice art="gift" title={t('mine.empty')} text={t('mine.empty_text')}><Button onClick={() => setTab('shop')}>{t('mine.action')}</Button></Notice>} />}
    </Page>
  )
}
