import { Button, Group as Row, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { LeaverAccount } from '#contract/schemas/leavers.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { callErrorText, notifyError } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { statusKeyOf } from '#web/shared/purchases/status-key.ts'
import { ApiCallError, call, fetchResponse } from '#web/lib/client.ts'
import { saveFile } from '#web/lib/download-file.ts'
import { formatDate, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { leaverAccountQuery } from '../api/queries.ts'
import { LeaverBadges } from '../components/LeaverBadges.tsx'
import { LeaverShop } from '../components/LeaverShop.tsx'
import css from '../components/leavers.module.css'

/** The own thanks as a PDF or JSON file. */
function ThanksDownload({ token }: { token: string }) {
  const { t } = useTranslation('organization')
  const save = useMutation({
    mutationFn: async (kind: 'pdf' | 'json') => {
      const body = { token }
      const file =
        kind === 'pdf'
          ? await (await fetchResponse('leavers.thanks_pdf', { body })).blob()
          : new Blob([JSON.stringify(await call('leavers.thanks', { body }), null, 2)], {
              type: 'application/json',
            })
      saveFile(file, `thanks.${kind}`)
    },
    onError: (error) => notifyError(t, error),
  })
  return (
    <>
      <h2 className={css['section']}>{t('leavers.page.thanks')}</h2>
      <Row mb={18}>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate('pdf')}>
          {t('leavers.page.pdf')}
        </Button>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate('json')}>
          {t('leavers.page.json')}
        </Button>
      </Row>
    </>
  )
}

/** Returns what an administrator wrote about a purchase. The note of an order counts until then. */
const listNotes = (purchase: LeaverAccount['purchases'][number]) => [
  purchase.stage === 'ordered' && purchase.order_note,
  purchase.decline_reason,
  purchase.note,
  purchase.code,
]

function Purchases({ purchases }: Pick<LeaverAccount, 'purchases'>) {
  const { t } = useTranslation('organization')
  if (!purchases.length) return null
  return (
    <>
      <h2 className={css['section']}>{t('leavers.page.purchases')}</h2>
      <ul className={css['list']}>
        {purchases.map((purchase) => (
          <li key={purchase.id}>
            <Card className={css['row']}>
              <div className={css['what']}>
                <b>
                  {purchase.emoji} {purchase.title}
                </b>
                <p>
                  {[t(`leavers.page.${statusKeyOf(purchase)}`), ...listNotes(purchase)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {purchase.claim_url ? (
                <a href={purchase.claim_url}>{t('leavers.page.gift_card')}</a>
              ) : null}
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

function useLead({ balance, worth, ends_at: endsAt, timezone, outcome }: LeaverAccount): string {
  const { t } = useTranslation('organization')
  const points = t('leavers.points', { count: balance, n: formatNumber(balance) })
  const value = worth ? `${points} (${formatMoney(worth.minor, worth.currency)})` : points
  const day = formatDate(endsAt, timezone)
  return `${t('leavers.page.lead', { points: value, day })} ${t(`leavers.page.then.${outcome}`)}`
}

function Account({ token, account }: { token: string; account: LeaverAccount }) {
  const { t } = useTranslation('organization')
  return (
    <AuthLayout title={t('leavers.page.title', { team: account.team })} lead={useLead(account)}>
      <LeaverShop token={token} rewards={account.rewards} />
      <Purchases purchases={account.purchases} />
      <ThanksDownload token={token} />
      <LeaverBadges token={token} team={account.team} />
    </AuthLayout>
  )
}

/** /leavers/{token}: balance, shop and thanks of a leaver, visible to the holder of the link. */
export function LeaverScreen() {
  const { t } = useTranslation('organization')
  const { token } = useParams({ strict: false }) as { token: string }
  const account = useQuery(leaverAccountQuery(token))
  const title = t('leavers.page.name')
  usePageTitle(title)
  if (account.data) return <Account token={token} account={account.data} />
  if (!account.error)
    return (
      <AuthLayout title={title}>
        <Skeleton height={220} radius={22} mb="lg" />
      </AuthLayout>
    )
  const isInvalid =
    account.error instanceof ApiCallError && account.error.has('leaver_link_invalid')
  return (
    <AuthLayout title={title} lead={callErrorText(t, account.error)}>
      {isInvalid ? null : (
        <Button fullWidth size="md" onClick={() => void account.refetch()}>
          {t('common:failure.retry')}
        </Button>
      )}
    </AuthLayout>
  )
}
