import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ContributeDialog, type TeamReward } from './ContributeDialog.tsx'
import { PurchaseDecisionDialog } from './PurchaseDecisionDialog.tsx'
import { contributorsOf, PurchaseCard } from './PurchaseCard.tsx'
import { type DecisionKind, useOwnPurchases } from './purchases.api.ts'
import { ChangeDeliveryAddressDialog } from './ChangeDeliveryAddressDialog.tsx'
import css from '#web/shared/rewards/rewards.module.css'
import { loadNextPage } from '#web/shared/load-next-page.ts'

type OpenDialog = {
  kind: DecisionKind | 'contribute' | 'readdress'
  purchase: Purchase
  key: string
}

/**
 * Returns a pending purchase as a team reward. Its data lacks `comment_required`; a refusal asks
 * for the comment.
 */
function toTeamReward(purchase: Purchase): TeamReward {
  const { reward_id: rewardId, title, price, contributed, deadline } = purchase
  return {
    reward_id: rewardId,
    purchase_id: purchase.id,
    title,
    price,
    contributed,
    deadline,
    comment_required: false,
    contributors: contributorsOf(purchase),
  }
}

function PurchaseDialog({
  open: { kind, purchase, key },
  onClose,
}: {
  open: OpenDialog
  onClose: () => void
}) {
  if (kind === 'contribute')
    return <ContributeDialog teamReward={toTeamReward(purchase)} onClose={onClose} />
  if (kind === 'readdress')
    return <ChangeDeliveryAddressDialog purchase={purchase} onClose={onClose} />
  return <PurchaseDecisionDialog request={{ kind, purchase, key }} onClose={onClose} />
}

/**
 * Lists the reader's purchases, pending first, with their actions. `first` is shown on top, highlighted.
 */
export function PurchaseList({ empty, first }: { empty: ReactNode; first?: Purchase }) {
  const { t } = useTranslation('rewards')
  const purchases = useOwnPurchases()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  if (purchases.isPending)
    return (
      <div className={css['list']} aria-busy="true">
        {[0, 1, 2].map((index) => (
          <Card key={index}>
            <Skeleton height={52} />
          </Card>
        ))}
      </div>
    )
  if (purchases.isLoadingError)
    return <ErrorState error={purchases.error} retry={() => void purchases.refetch()} />
  const listed = purchases.data.pages.flatMap((page) => page.items)
  const items = first ? [first, ...listed.filter((item) => item.id !== first.id)] : listed
  if (!items.length) return <Card>{empty}</Card>
  const close = () => setOpen(null)
  // The dialog shows the refetched purchase, or the opened one if it has left the list.
  const purchase = open
    ? (items.find((item) => item.id === open.purchase.id) ?? open.purchase)
    : null
  return (
    <>
      <ul
        className={css['list']}
        aria-label={t('purchases_count', {
          count: items.length,
          shown: formatNumber(items.length),
        })}
      >
        {items.map((item) => (
          <li key={item.id}>
            <PurchaseCard
              purchase={item}
              highlighted={item.id === first?.id}
              onAction={(kind) => setOpen({ kind, purchase: item, key: crypto.randomUUID() })}
            />
          </li>
        ))}
      </ul>
      {purchases.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={purchases.isFetchingNextPage}
          onClick={() => void loadNextPage(purchases)}
        >
          {t('more')}
        </Button>
      ) : null}
      {open && purchase ? <PurchaseDialog open={{ ...open, purchase }} onClose={close} /> : null}
    </>
  )
}
