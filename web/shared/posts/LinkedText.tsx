import { splitLinks } from '#web/lib/split-links.ts'

/** A text whose web addresses are links to other sites. */
export const LinkedText = ({ text }: { text: string }) =>
  splitLinks(text).map((part, index) =>
    part.href ? (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  )
