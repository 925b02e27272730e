/** One half of the laurel of our logo (web/public/favicon.svg), in a square of 32. */
export const laurelPaths = {
  branch: 'M13.6 25.2C8.6 23.2 6.4 18.6 7.2 11.6',
  leaves:
    'M7.3 12.6c-1.6-1.7-1.7-3.9-.3-6 1.7 1.6 1.9 3.9.3 6ZM7.4 17.7c-2.1-.8-3.1-2.6-2.8-5 2.2.7 3.3 2.5 2.8 5ZM9.3 21.9c-2.2-.1-3.7-1.5-4.2-3.8 2.3-.1 3.9 1.3 4.2 3.8Z',
}
