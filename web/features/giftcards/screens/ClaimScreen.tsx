import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { formatMoney, listCountriesByCode } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './claim.module.css'
import { queryKey } from '#web/shared/query-keys.ts'

/** The voucher: its worth and its code. */
function VoucherDetails({ voucher }: { voucher: OutputOf<'giftcards.claim'> }) {
  const { t } = useTranslation('giftcards')
  const [copied, setCopied] = useState<boolean | null>(null)
  const [country] = listCountriesByCode([voucher.country])
  const copyResult = copied ? t('claim.copied') : t('claim.copy_failed')
  return (
    <>
      <section className={css['voucher']} aria-labelledby="worth">
        <h2 id="worth" className={css['worth']}>
          {formatMoney(voucher.value_cents, voucher.currency, true)}
        </h2>
        <p className={css['place']}>{country?.label}</p>
        <p className={css['label']} id="code">
          {t('claim.code')}
        </p>
        <p className={css['code']} aria-labelledby="code" role="group">
          {voucher.code}
        </p>
      </section>
      <div className={css['actions']}>
        <Button
          size="md"
          className="wraps"
          leftSection={
            copied ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconCopy size={18} aria-hidden="true" />
            )
          }
          onClick={() => void copyText(voucher.code).then(setCopied)}
        >
          {copied ? t('claim.copied') : t('claim.copy')}
        </Button>
        <Button
          size="md"
          className="wraps"
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => print()}
        >
          {t('claim.print')}
        </Button>
      </div>
      <p className={copied === false ? css['hint'] : 'sr-only'} role="status">
        {copied === null ? '' : copyResult}
      </p>
      <p className={css['hint']}>{t('claim.hint', { team: voucher.team })}</p>
    </>
  )
}

/** /claim/{token}: a voucher of our own, visible to the holder of its link. */
export function ClaimScreen() {
  const { t, i18n } = useTranslation('giftcards')
  const { token } = useParams({ strict: false }) as { token: string }
  const claim = useQuery({
    queryKey: queryKey('gift_cards', 'claim', token, i18n.language),
    queryFn: () => call('giftcards.claim', { body: { token } }),
    retry: false,
    placeholderData: (before) => before,
  })
  usePageTitle(claim.data?.product ?? t('claim.title'))
  const invalid = claim.error instanceof ApiCallError && claim.error.has('claim_invalid')
  // A voucher on screen stays when only its refetch fails.
  if (claim.error && (invalid || !claim.data))
    return (
      <AuthLayout title={t('claim.title')} lead={callErrorText(t, claim.error)}>
        {invalid ? (
          <Button component={Link} to="/rewards" fullWidth size="md">
            {t('claim.to_rewards')}
          </Button>
        ) : (
          <Button fullWidth size="md" onClick={() => void claim.refetch()}>
            {t('common:failure.retry')}
          </Button>
        )}
      </AuthLayout>
    )
  if (!claim.data)
    return (
      <AuthLayout title={t('claim.title')}>
        <Skeleton height={220} radius={22} mb="lg" />
        <Skeleton height={42} />
      </AuthLayout>
    )
  return (
    <AuthLayout title={claim.data.product} lead={t('claim.lead', { team: claim.data.team })}>
      <VoucherDetails voucher={claim.data} />
    </AuthLayout>
  )
}
