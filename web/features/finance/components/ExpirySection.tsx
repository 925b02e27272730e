import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { pointExpiryQuery } from '../api/queries.ts'
import { ExpiryDialog } from './ExpiryDialog.tsx'
import css from './finance.module.css'

/** Whether points expire, with the reason why they should not. */
export function ExpirySection() {
  const { t } = useTranslation('finance')
  const { data: expiry, ...query } = useQuery(pointExpiryQuery)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card>
      <div className={css['head']}>
        <h2>{t('expiry.title')}</h2>
        {expiry ? (
          <Button size="compact-sm" h={34} variant="default" onClick={() => setOpen(true)}>
            {t('expiry.change')}
            <span className="sr-only"> {t('expiry.title')}</span>
          </Button>
        ) : null}
      </div>
      {query.isPending ? <Skeleton height={48} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {expiry?.months ? (
        <p className={css['lastText']}>
          {t('expiry.on', { count: expiry.months })}{' '}
          {t('expiry.first', { day: formatDay(expiry.first_day ?? '') })}
        </p>
      ) : null}
      {expiry && !expiry.months ? <p className={css['lastText']}>{t('expiry.off')}</p> : null}
      {isOpen && expiry ? <ExpiryDialog expiry={expiry} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}
