import { IconUsersGroup } from '@tabler/icons-react'
import type { BallotNominee } from '#contract/schemas/nominations.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { nameOfNominee } from './describe-round.ts'
import css from './nominations.module.css'

/** A nominated person with their picture, or a group. */
export function NomineeName({
  nominee,
  size = 36,
  detail = '',
}: {
  nominee: BallotNominee['nominee']
  size?: number
  /** A text below the name. */
  detail?: string
}) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return (
    <span className={css['nominee']}>
      {nominee.user ? (
        <UserAvatar user={nominee.user} size={size} />
      ) : (
        <span className={css['group']} style={{ width: size, height: size }} aria-hidden="true">
          <IconUsersGroup size={size / 2} />
        </span>
      )}
      <span>
        <b>{nameOfNominee(t, nominee, nameOf)}</b>
        {detail ? <small>{detail}</small> : null}
      </span>
    </span>
  )
}
