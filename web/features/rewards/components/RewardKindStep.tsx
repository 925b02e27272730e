import { IconCreditCard, IconGift, IconUsersGroup } from '@tabler/icons-react'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { giftCardCountriesQuery } from '../api/queries.ts'
import type { RewardKind } from '../reward-fields.ts'
import css from './rewards.module.css'

const icons: Record<RewardKind, typeof IconGift> = {
  individual: IconGift,
  team: IconUsersGroup,
  automatic: IconCreditCard,
}

/** The first step: individual, team or, where available, gift card. */
export function RewardKindStep() {
  const { t } = useTranslation('rewards')
  const countries = useQuery(giftCardCountriesQuery)
  const kinds: RewardKind[] = [
    'individual',
    'team',
    ...(countries.data?.length ? ['automatic' as const] : []),
  ]
  return (
    <>
      <h2 className={css['stepTitle']}>{t('wizard.kind_title')}</h2>
      <ul className={css['kinds']} aria-busy={countries.isPending}>
        {countries.isPending
          ? [0, 1, 2].map((index) => (
              <li key={index} aria-hidden="true">
                <Skeleton height={264} radius="xl" />
              </li>
            ))
          : kinds.map((kind) => {
              const Icon = icons[kind]
              return (
                <li key={kind}>
                  <Link
                    to="/settings/rewards/new"
                    search={{ kind }}
                    className={css['kindCard']}
                    data-kind={kind}
                  >
                    <span className={css['kindIcon']} aria-hidden="true">
                      <Icon size={34} stroke={1.6} />
                    </span>
                    <strong>{t(`kind.${kind}`)}</strong>
                    <span className={css['kindText']}>{t(`kind.${kind}_text`)}</span>
                    <span className={css['kindExample']}>{t(`kind.${kind}_example`)}</span>
                  </Link>
                </li>
              )
            })}
      </ul>
    </>
  )
}
