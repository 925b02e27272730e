import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { limits } from '#contract/limits.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type BonusPreviewQuery, downloadBonus, useBonusPreview } from '../api/queries.ts'
import css from './bonuses.module.css'
import { type BonusTotals, describeSource, describeSum, isBudgetShort } from './describe-bonus.ts'
import { PayBonusDialog } from './PayBonusDialog.tsx'
import { ShareList } from './ShareList.tsx'

type Props = { bonus: Bonus; onEdit: () => void; onClose: () => void }

/** The sum of a bonus and what pays for it. */
function Summary({ bonus, totals }: { bonus: Bonus; totals: BonusTotals }) {
  const { t } = useTranslation('organization')
  return (
    <div className={css['summary']} role="status" data-bad={isBudgetShort(totals) || undefined}>
      <b>{describeSum(t, bonus, totals)}</b>
      <span>{describeSource(t, bonus, totals)}</span>
    </div>
  )
}

function PreviewProblem({ query }: { query: BonusPreviewQuery }) {
  const { t } = useTranslation('organization')
  const { error } = query
  return error instanceof ApiCallError && error.status === 422 ? (
    <EmptyState
      art="laurel"
      title={t('bonuses.above_limit', { n: formatNumber(limits.bonus_people_max) })}
    />
  ) : (
    <ErrorState error={error} retry={() => void query.refetch()} />
  )
}

/** The buttons of a preview: an unpaid bonus is changed or paid, both are downloaded. */
function PreviewActions({
  bonus,
  totals,
  onEdit,
  onPay,
}: Omit<Props, 'onClose'> & {
  totals: BonusTotals
  onPay: () => void
}) {
  const { t } = useTranslation('organization')
  const canPay = totals.people > 0 && !isBudgetShort(totals)
  return (
    <div className={css['foot']}>
      <DownloadMenu disabled={!totals.people} save={(format) => downloadBonus(bonus, format)}>
        {t('bonuses.download')}
      </DownloadMenu>
      {bonus.status === 'paid' ? null : (
        <div className={css['actions']}>
          <Button variant="default" onClick={onEdit}>
            {t('bonuses.edit')}
          </Button>
          <Button disabled={!canPay} onClick={onPay}>
            {t('bonuses.pay.action', { points: t('common:points', { count: totals.points }) })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Who gets a bonus and how much, before it is paid; or who got it. */
export function BonusPeopleDialog({ bonus, onEdit, onClose }: Props) {
  const { t } = useTranslation('organization')
  const query = useBonusPreview(bonus.id)
  const [isPaying, setIsPaying] = useState(false)
  const totals = query.data?.pages[0]
  return (
    <Dialog
      size="lg"
      isFullScreenOnPhone
      title={bonus.name}
      close={t('common:close')}
      onClose={onClose}
    >
      <div className={css['preview']}>
        {bonus.text ? <p className={css['quote']}>{bonus.text}</p> : null}
        {query.isPending ? <Skeleton height={280} /> : null}
        {query.isLoadingError ? <PreviewProblem query={query} /> : null}
        {totals?.people ? (
          <>
            <Summary bonus={bonus} totals={totals} />
            <ShareList query={query} label={t('bonuses.people_of', { name: bonus.name })} />
          </>
        ) : null}
        {totals?.people === 0 ? (
          <EmptyState art="laurel" title={t('bonuses.nobody')} text={t('bonuses.nobody_text')} />
        ) : null}
        {totals ? (
          <PreviewActions
            bonus={bonus}
            totals={totals}
            onEdit={onEdit}
            onPay={() => setIsPaying(true)}
          />
        ) : null}
      </div>
      {isPaying && totals ? (
        <PayBonusDialog
          bonus={bonus}
          totals={totals}
          onPaid={onClose}
          onClose={() => setIsPaying(false)}
        />
      ) : null}
    </Dialog>
  )
}
