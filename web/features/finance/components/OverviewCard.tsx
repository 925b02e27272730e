import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Money } from '#contract/schemas/common.ts'
import { MoneyList } from '#web/shared/points/MoneyList.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './overview.module.css'

/** Currencies of a card. The details have all. */
const currenciesMax = 3

/** Amounts of a card, at most three of them. */
export function ShortMoneyList({ money }: { money: readonly Money[] }) {
  const { t } = useTranslation('finance')
  const more = money.length - currenciesMax
  return (
    <>
      <MoneyList money={money.slice(0, currenciesMax)} />
      {more > 0 ? <small>{t('overview.more_currencies', { count: more })}</small> : null}
    </>
  )
}

/** An answer at a glance: a figure and a line of context. The whole card leads to the details. */
export function OverviewCard({
  title,
  to,
  hash,
  isPending,
  figure,
  children,
}: {
  title: string
  to: LinkProps['to']
  hash?: string
  isPending: boolean
  figure?: ReactNode
  children: ReactNode
}) {
  return (
    <Card className={css['card'] ?? ''} aria-busy={isPending}>
      <h2>
        <Link to={to} {...(hash ? { hash } : {})} activeOptions={{ includeHash: true }}>
          {title}
        </Link>
        <IconChevronRight size={16} aria-hidden="true" />
      </h2>
      {isPending ? (
        <Skeleton height={52} />
      ) : (
        <>
          {figure ? <b>{figure}</b> : null}
          <p>{children}</p>
        </>
      )}
    </Card>
  )
}
