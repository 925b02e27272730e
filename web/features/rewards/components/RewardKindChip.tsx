import { IconCreditCard, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from '#web/lib/translate.ts'
import type { RewardKind } from '../reward-fields.ts'
import css from './rewards.module.css'

const icons: Record<RewardKind, typeof IconUser> = {
  individual: IconUser,
  team: IconUsersGroup,
  automatic: IconCreditCard,
}

/** A chip with the reward's kind. */
export function RewardKindChip({ kind }: { kind: RewardKind }) {
  const { t } = useTranslation('rewards')
  const Icon = icons[kind]
  return (
    <span className={css['kindChip']} data-kind={kind}>
      <Icon size={14} aria-hidden="true" />
      {t(`kind.${kind}`)}
    </span>
  )
}
