import { Alert, Button, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Category, ShopReward } from '#contract/schemas/rewards.ts'
import { useConfig, useCan } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { useGoal } from '#web/shared/rewards/goal.api.ts'
import { categories } from '#web/shared/rewards/reward-categories.ts'
import { ContributeDialog, type TeamReward } from '#web/shared/purchases/ContributeDialog.tsx'
import { PurchaseList } from '#web/shared/purchases/PurchaseList.tsx'
import { useOwnPurchases } from '#web/shared/purchases/purchases.api.ts'
import css from '#web/shared/rewards/rewards.module.css'
import { useOwnWorth } from '#web/shared/points/use-own-worth.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useAddressField } from '#web/shared/use-address-field.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { LowerWorthNote } from '../components/LowerWorthNote.tsx'
import { GiftCardOutcome } from '../components/GiftCardOutcome.tsx'
import { OwnPayrollLines } from '../components/OwnPayrollLines.tsx'
import { RedeemDialog } from '../components/RedeemDialog.tsx'
import {
  filterAndSortItems,
  type ShopFilter,
  type ShopItem,
  type ShopOrder,
  groupShopItems,
} from '../components/shop-items.ts'
import { ShopCard } from '../components/ShopCard.tsx'
import own from '../components/shop.module.css'
import { shopQuery } from '../api/queries.ts'

const orders: ShopOrder[] = ['price', 'newest', 'title']

function ShopFilters({
  categories: offered,
  filter: { category, search, affordable },
  order,
}: {
  categories: Category[]
  filter: ShopFilter
  order: ShopOrder
}) {
  const { t } = useTranslation('rewards')
  const navigate = useNavigate({ from: '/rewards' })
  const set = (part: ShopFilter & { order?: 'newest' | 'title' | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace: true })
  const { typed, type } = useAddressField(search, (words) => set({ search: words }))
  return (
    <div className={own['filters']} role="search">
      <TextInput
        type="search"
        className={own['search'] ?? ''}
        aria-label={t('shop.search')}
        placeholder={t('shop.search')}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        maxLength={limits.search_chars_max}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button
        size="sm"
        variant={affordable ? 'light' : 'default'}
        aria-pressed={affordable === true}
        onClick={() => set({ affordable: affordable ? undefined : true })}
      >
        {t('shop.affordable')}
      </Button>
      <NativeSelect
        aria-label={t('shop.category')}
        value={category ?? 'all'}
        onChange={(event) => {
          const value = event.currentTarget.value
          set({ category: value === 'all' ? undefined : (value as Category) })
        }}
        data={[
          { value: 'all', label: t('category.all') },
          ...offered.map((value) => ({ value, label: t(`category.${value}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('shop.order')}
        value={order}
        onChange={(event) => {
          const value = event.currentTarget.value as ShopOrder
          set({ order: value === 'price' ? undefined : value })
        }}
        data={orders.map((value) => ({ value, label: t(`shop.by_${value}`) }))}
      />
    </div>
  )
}

const toTeamReward = ({ id, ...reward }: ShopReward): TeamReward => ({ ...reward, reward_id: id })

function EmptyShop({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('rewards')
  const can = useCan()
  return isFiltered ? (
    <Card>
      <EmptyState art="gift" level={2} title={t('shop:nothing')} text={t('shop:nothing_text')}>
        <Button component={Link} to="/rewards">
          {t('shop:show_all')}
        </Button>
      </EmptyState>
    </Card>
  ) : (
    <Card>
      <EmptyState
        art="gift"
        level={2}
        title={t('shop.empty')}
        text={t(can('manage_rewards') ? 'shop.empty_admin' : 'shop.empty_text')}
      >
        {can('manage_rewards') ? (
          <Button component={Link} to="/settings/rewards/new">
            {t('admin.new')}
          </Button>
        ) : null}
      </EmptyState>
    </Card>
  )
}

function ShopItemDialog({ item, onClose }: { item: ShopItem; onClose: () => void }) {
  const [reward] = item.rewards
  if (reward.reward_type === 'team')
    return <ContributeDialog teamReward={toTeamReward(reward)} onClose={onClose} />
  return <RedeemDialog item={item} onClose={onClose} />
}

function ShopTab() {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const { category, search, affordable, order = 'price' } = useSearch({ from: '/shell/rewards' })
  const filter = { category, search, affordable }
  const [chosen, setChosen] = useState<ShopItem | null>(null)
  const shop = useQuery(shopQuery)
  const goalId = useGoal()?.id ?? null
  if (shop.isPending)
    return (
      <div className={css['grid']} aria-busy="true">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height={300} radius="lg" />
        ))}
      </div>
    )
  if (shop.isLoadingError)
    return <ErrorState error={shop.error} retry={() => void shop.refetch()} />
  const items = groupShopItems(shop.data)
  // The open dialog shows current data; a reward that left the shop keeps its last state.
  const open = chosen ? (items.find((item) => item.key === chosen.key) ?? chosen) : null
  const close = () => setChosen(null)
  const shown = filterAndSortItems(items, filter, order)
  const offered = categories.filter(
    (item) => item === category || shop.data.some((reward) => reward.category === item),
  )
  return (
    <>
      {user.balance < 0 ? (
        <Alert color="yellow" mb="lg">
          {t('shop:negative')}
        </Alert>
      ) : null}
      {items.length ? <ShopFilters categories={offered} filter={filter} order={order} /> : null}
      {shown.length ? (
        <ul className={css['grid']}>
          {shown.map((item) => (
            <li key={item.key}>
              <ShopCard item={item} goalId={goalId} onRedeem={() => setChosen(item)} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyShop isFiltered={items.length > 0} />
      )}
      {open ? <ShopItemDialog item={open} onClose={close} /> : null}
    </>
  )
}

/** The reader's purchases. A gift card that was just redeemed is first, with its outcome. */
function MyPurchasesTab({
  purchase: id,
  onShop,
}: {
  purchase: string | undefined
  onShop: () => void
}) {
  const { t } = useTranslation('rewards')
  const cards = useOwnPurchases({ type: 'automatic' }, id !== undefined)
  const finishedPurchase =
    id === undefined
      ? undefined
      : cards.data?.pages.flatMap((page) => page.items).find((item) => item.id === id)
  return (
    <>
      {finishedPurchase ? <GiftCardOutcome purchase={finishedPurchase} /> : null}
      <PurchaseList
        {...(finishedPurchase ? { first: finishedPurchase } : {})}
        empty={
          <EmptyState art="gift" level={2} title={t('mine.empty')} text={t('mine.empty_text')}>
            <Button onClick={onShop}>{t('mine.action')}</Button>
          </EmptyState>
        }
      />
    </>
  )
}

/** /rewards: the shop and the reader's purchases. */
export function ShopScreen() {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const worth = useOwnWorth()(user.balance)
  const { tab = 'shop', purchase } = useSearch({ from: '/shell/rewards' })
  const navigate = useNavigate({ from: '/rewards' })
  const changeTab = (to: string) =>
    void navigate({
      search: (old) => ({ ...old, tab: to === 'mine' ? 'mine' : undefined, purchase: undefined }),
    })
  usePageTitle(t(tab === 'mine' ? 'tab.mine' : 'title'))
  return (
    <Page
      title={t('title')}
      actions={
        <span className={css['balance']}>
          {t('have')}{' '}
          <PointsBadge
            text={formatNumber(user.balance)}
            label={t('common:points', { count: user.balance })}
            large
          />
          {worth ? ` ${worth}` : null}
        </span>
      }
    >
      <LowerWorthNote />
      <div className={own['tabs']}>
        <SegmentedControl
          radius="xl"
          value={tab}
          onChange={changeTab}
          aria-label={t('title')}
          data={[
            { value: 'shop', label: t('tab.shop') },
            { value: 'mine', label: t('tab.mine') },
          ]}
        />
        {tab === 'mine' ? <OwnPayrollLines /> : null}
      </div>
      {tab === 'shop' ? (
        <ShopTab />
      ) : (
        <MyPurchasesTab purchase={purchase} onShop={() => changeTab('shop')} />
      )}
    </Page>
  )
}
