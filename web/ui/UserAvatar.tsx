import { useState } from 'react'
import { firstGrapheme } from './initials.ts'
import css from './ui.module.css'

const avatarColors = [
  '#B24E36',
  '#8A5F00',
  '#4A7226',
  '#1B7062',
  '#2F6FB0',
  '#6A55B8',
  '#A0428A',
  '#7A5C45',
]

type AvatarUser = {
  id: string
  name: string
  first_name: string
  last_name: string
  avatar: { url: string | null }
}
/** Returns initials and a colour, constant per person, for people without a picture. */
export function avatarFallback(user: Omit<AvatarUser, 'avatar'>): {
  initials: string
  tone: string
} {
  let sum = 0
  for (const letter of user.id.slice(-12)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return {
    initials:
      [user.first_name || user.name, user.last_name].map(firstGrapheme).join('').toUpperCase() ||
      '·',
    tone: avatarColors[sum % avatarColors.length] ?? '#7A5C45',
  }
}

/**
 * Shows the picture, or initials if there is none or it fails to load. Decoration: the name is
 * always beside it.
 */
export function UserAvatar({ user, size = 40 }: { user: AvatarUser; size?: number }) {
  const { initials, tone } = avatarFallback(user)
  const [broken, setBroken] = useState<string>()
  const { url } = user.avatar
  return (
    <span
      className={css['avatar']}
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.38,
        ...(url && url !== broken ? {} : { background: tone }),
      }}
    >
      {url && url !== broken ? (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onError={() => setBroken(url)}
        />
      ) : (
        initials
      )}
    </span>
  )
}
