import { useState } from 'react'
import { firstGrapheme } from './initials.ts'
import { toneOf } from './tone.ts'
import css from './ui.module.css'

type AvatarUser = {
  id: string
  name: string
  first_name: string
  last_name: string
  avatar: { url: string | null }
}
/** Returns initials and a color, constant per person, for people without a picture. */
export function avatarFallback(user: Omit<AvatarUser, 'avatar'>): {
  initials: string
  tone: string
} {
  return {
    initials:
      [user.first_name || user.name, user.last_name].map(firstGrapheme).join('').toUpperCase() ||
      '·',
    tone: toneOf(user.id.slice(-12)),
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
