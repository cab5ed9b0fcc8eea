# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
# Power tariff program, release 7.  awk -f tariff.awk ACCOUNTS.csv > BILLS.csv
# Columns: id,tariff,start,end,quantity,unit,codes,since   (end: the day after the last day that is billed)
BEGIN {
  FS = ","
  factor["kWh"] = 1
  factor["MWh"] = 1000
  annual["HOME"] = 98.55
  blocks["HOME", 1] = "150 0.305 0.325"      # quantity in 30 days (0: the rest), price before and after the rise
  blocks["HOME", 2] = "350 0.345 0.365"
  blocks["HOME", 3] = "0 0.385 0.415"
  annual["SHOP"] = 171.90
  blocks["SHOP", 1] = "900 0.285 0.295"      # quantity in 30 days (0: the rest), price before and after the rise
  blocks["SHOP", 2] = "0 0.265 0.275"
  annual["HEAT"] = 60.15
  blocks["HEAT", 1] = "0 0.235 0.245"      # quantity in 30 days (0: the rest), price before and after the rise
  RISE = "2024-10-01"      # new prices from this day on
  SOCIAL = 12    # percent off consumption, code S
  CAP = 20.00          # ... at most this much in 30 days
  DEBIT = 1.5      # percent, code D
  LOYAL = 5.00      # R7: customers of five years and more
  LEAST = 6.50      # least net amount for 30 days
  VAT = 19
  VAT_NEW = 7
  VAT_FROM = "2025-07-01"   # by the last day that is billed
  print "id,status,days,standing,energy,discount,net,vat,total"
}
function leap(y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0 }
function length_of(y, m) {
  if (m == 2) return 28 + leap(y)
  return (m == 4 || m == 6 || m == 9 || m == 11) ? 30 : 31
}
# Day number; -1 for what is not a date. Both 2024-02-29 and 29.02.2024 are in use.
function day(text,   p, y, m, d, n) {
  if (text ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$/) { split(text, p, "-"); y = p[1] + 0; m = p[2] + 0; d = p[3] + 0 }
  else if (text ~ /^[0-9][0-9]\.[0-9][0-9]\.[0-9][0-9][0-9][0-9]$/) { split(text, p, /\./); y = p[3] + 0; m = p[2] + 0; d = p[1] + 0 }
  else return -1
  if (y < 1900 || m < 1 || m > 12 || d < 1 || d > length_of(y, m)) return -1
  n = d
  while (m > 1) n += length_of(y, --m)
  n += (y - 1) * 365 + int((y - 1) / 4) - int((y - 1) / 100) + int((y - 1) / 400)
  return n
}
function year_of(n,   y) { y = int(n / 366) + 1; while (day((y + 1) "-01-01") <= n) y++; return y }
function whole(x) { return x < 0 ? -int(-x + 0.5) : int(x + 0.5) }
function cents(x) { return whole(x * 100) / 100 }
function fail(code) { print $1 "," code ",,,,,,," }
NR == 1 { next }
{
  sub(/\r$/, "")
  from = day($3); to = day($4)
  if (from < 0 || to < 0 || to <= from) { fail("E02"); next }
  if (!($2 in annual)) { fail("E01"); next }
  if ($5 !~ /^-?[0-9]+(\.[0-9]+)?$/ || !($6 in factor)) { fail("E03"); next }
  quantity = $5 * factor[$6]
  days = to - from

  standing = 0
  for (n = from; n < to; n++) standing += annual[$2] / (leap(year_of(n)) ? 366 : 365)
  standing = cents(standing)

  before = day(RISE) - from
  if (before < 0) before = 0
  if (before > days) before = days
  left = quantity < 0 ? -quantity : quantity
  energy = 0
  for (i = 1; ($2, i) in blocks; i++) {
    split(blocks[$2, i], b, " ")
    part = left
    if (b[1] > 0 && whole(b[1] * days / 30) < left) part = whole(b[1] * days / 30)
    energy += part * b[2] * before / days + part * b[3] * (days - before) / days
    left -= part
  }
  energy = cents(quantity < 0 ? -energy : energy)

  discount = 0
  if ($7 ~ /S/ && energy > 0) {
    discount = cents(energy * SOCIAL / 100)
    if (discount > cents(CAP * days / 30)) discount = cents(CAP * days / 30)
  }
  if ($7 ~ /D/) discount += cents((standing + energy - discount) * DEBIT / 100)
  if (day($8) >= 0 && from - day($8) >= 1826) discount += LOYAL      # R7

  net = standing + energy - discount
  if (quantity >= 0 && net < LEAST * days / 30) net = cents(LEAST * days / 30)
  vat = cents(net * (to - 1 >= day(VAT_FROM) ? VAT_NEW : VAT) / 100)
  printf "%s,OK,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\n", $1, days, standing, energy, discount, net, vat, net + vat
}
