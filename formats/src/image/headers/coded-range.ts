// Reads whether a coded still picture has values from 16 to 235 (limited range): the sequence header of AV1 (AV1 bitstream
// specification, 5.5) and the sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2 and E.2.1).
import { u16be } from '../../bytes.ts';

/** A bit offset. The first bit of a byte is its highest. */
interface Bits {
  bytes: Uint8Array;
  at: number;
}

const MAX_SCANNED_UNITS = 64;
/** A sequence parameter set is smaller. */
const MAX_SET_BYTES = 4096;

function readBits(bits: Bits, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++, bits.at++) {
    value = value * 2 + (((bits.bytes[bits.at >>> 3] ?? 0) >>> (7 - (bits.at & 7))) & 1);
  }
  return value;
}

const readFlag = (bits: Bits): boolean => readBits(bits, 1) === 1;

/** ue(v) of H.265, 9.2, and uvlc() of AV1, 4.10.3. */
function readExpGolomb(bits: Bits): number {
  let zeros = 0;
  while (zeros < 32 && !readFlag(bits)) zeros++;
  return zeros === 0 ? 0 : 2 ** zeros - 1 + readBits(bits, zeros);
}

function skipExpGolombs(bits: Bits, count: number): void {
  for (let i = 0; i < count; i++) readExpGolomb(bits);
}

const isInside = ({ bytes, at }: Bits): boolean => at <= bytes.length * 8;

/** Whether open bitstream units of a gray AV1 picture declare limited range. Undefined without a sequence header. */
export function isLimitedAv1(units: Uint8Array): boolean | undefined {
  const bits: Bits = { bytes: units, at: 0 };
  for (let i = 0; i < MAX_SCANNED_UNITS && bits.at < units.length * 8; i++) {
    const type = readBits(bits, 5) & 15;
    const hasExtension = readFlag(bits);
    const hasSize = readFlag(bits);
    bits.at += hasExtension ? 9 : 1;
    const sizeBytes = hasSize ? readLeb128(bits) : units.length;
    if (type === 1) return readSequenceHeader(bits);
    bits.at += sizeBytes * 8;
  }
  return undefined;
}

function readLeb128(bits: Bits): number {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    const byte = readBits(bits, 8);
    value += (byte & 0x7f) * 2 ** (i * 7);
    if (byte < 0x80) break;
  }
  return value;
}

function readSequenceHeader(bits: Bits): boolean | undefined {
  const profile = readBits(bits, 3);
  bits.at += 1;
  const isReduced = readFlag(bits);
  if (isReduced) bits.at += 5;
  else skipOperatingPoints(bits);
  const widthBits = readBits(bits, 4) + 1;
  const heightBits = readBits(bits, 4) + 1;
  bits.at += widthBits + heightBits;
  if (!isReduced && readFlag(bits)) bits.at += 7;
  bits.at += 3;
  if (!isReduced) skipTools(bits);
  bits.at += 3;
  const isHighBitDepth = readFlag(bits);
  if (profile === 2 && isHighBitDepth) bits.at += 1;
  const isGray = profile !== 1 && readFlag(bits);
  if (readFlag(bits)) bits.at += 24;
  const isFull = readFlag(bits);
  return isGray && isInside(bits) ? !isFull : undefined;
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0;
  if (readFlag(bits)) {
    bits.at += 64;
    if (readFlag(bits)) readExpGolomb(bits);
    if (readFlag(bits)) {
      delayBits = readBits(bits, 5) + 1;
      bits.at += 42;
    }
  }
  const hasDisplayDelay = readFlag(bits);
  const points = readBits(bits, 5) + 1;
  for (let i = 0; i < points; i++) {
    bits.at += 12;
    if (readBits(bits, 5) > 7) bits.at += 1;
    if (delayBits > 0 && readFlag(bits)) bits.at += delayBits * 2 + 1;
    if (hasDisplayDelay && readFlag(bits)) bits.at += 4;
  }
}

/** From enable_interintra_compound to order_hint_bits_minus_1. */
function skipTools(bits: Bits): void {
  bits.at += 4;
  const hasOrderHint = readFlag(bits);
  if (hasOrderHint) bits.at += 2;
  const isChosenPerFrame = readFlag(bits);
  const mayUseScreenTools = isChosenPerFrame || readFlag(bits);
  if (mayUseScreenTools && !readFlag(bits)) bits.at += 1;
  if (hasOrderHint) bits.at += 3;
}

/**
 * Whether the HEVC decoder configuration of a picture (ISO/IEC 14496-15, 8.3.3.1) declares limited range, which is also the
 * default (H.265, E.3.1). Undefined without a complete sequence parameter set.
 */
export function isLimitedHevc(config: Uint8Array): boolean | undefined {
  const arrays = config[22] ?? 0;
  let at = 23;
  for (let i = 0; i < arrays; i++) {
    const type = (config[at] ?? 0) & 0x3f;
    const count = u16be(config, at + 1);
    at += 3;
    for (let unit = 0; unit < count && at + 2 < config.length; unit++) {
      const sizeBytes = u16be(config, at);
      if (type === 33) return readParameterSet(config.subarray(at + 4, at + 2 + sizeBytes));
      at += 2 + sizeBytes;
    }
  }
  return undefined;
}

/** `unit` starts after the header of the unit. */
function readParameterSet(unit: Uint8Array): boolean | undefined {
  const bits: Bits = { bytes: removeEmulationPrevention(unit.subarray(0, MAX_SET_BYTES)), at: 4 };
  const subLayers = readBits(bits, 3);
  bits.at += 1;
  skipProfile(bits, subLayers);
  readExpGolomb(bits);
  if (readExpGolomb(bits) === 3) bits.at += 1;
  skipExpGolombs(bits, 2);
  if (readFlag(bits)) skipExpGolombs(bits, 4);
  skipExpGolombs(bits, 2);
  const orderBits = readExpGolomb(bits) + 4;
  const orderings = readFlag(bits) ? subLayers + 1 : 1;
  skipExpGolombs(bits, 3 * orderings + 6);
  if (readFlag(bits) && readFlag(bits)) skipScalingLists(bits);
  bits.at += 2;
  if (readFlag(bits)) {
    bits.at += 8;
    skipExpGolombs(bits, 2);
    bits.at += 1;
  }
  skipReferenceSets(bits);
  if (readFlag(bits)) bits.at += Math.min(readExpGolomb(bits), 32) * (orderBits + 1);
  bits.at += 2;
  const isLimited = !(readFlag(bits) && readIsFull(bits));
  return isInside(bits) ? isLimited : undefined;
}

/** Reads the start of vui_parameters(). */
function readIsFull(bits: Bits): boolean {
  const hasAspectRatio = readFlag(bits);
  if (hasAspectRatio && readBits(bits, 8) === 255) bits.at += 32;
  if (readFlag(bits)) bits.at += 1;
  if (!readFlag(bits)) return false;
  bits.at += 3;
  return readFlag(bits);
}

function removeEmulationPrevention(unit: Uint8Array): Uint8Array {
  return unit.filter((byte, i) => !(byte === 3 && i > 1 && unit[i - 1] === 0 && unit[i - 2] === 0));
}

function skipProfile(bits: Bits, subLayers: number): void {
  bits.at += 96;
  const present = Array.from({ length: subLayers }, () => ({
    profile: readFlag(bits),
    level: readFlag(bits),
  }));
  if (subLayers > 0) bits.at += (8 - subLayers) * 2;
  for (const { profile, level } of present) bits.at += (profile ? 88 : 0) + (level ? 8 : 0);
}

function skipScalingLists(bits: Bits): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!readFlag(bits)) readExpGolomb(bits);
      else skipExpGolombs(bits, Math.min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0));
    }
  }
}

/** st_ref_pic_set() of H.265, 7.3.7. */
function skipReferenceSets(bits: Bits): void {
  const sets = Math.min(readExpGolomb(bits), 64);
  let pictures = 0;
  for (let i = 0; i < sets && isInside(bits); i++) {
    if (i > 0 && readFlag(bits)) {
      bits.at += 1;
      readExpGolomb(bits);
      let kept = 0;
      for (let j = 0; j <= pictures; j++) if (readFlag(bits) || readFlag(bits)) kept++;
      pictures = kept;
    } else {
      pictures = Math.min(readExpGolomb(bits), 16) + Math.min(readExpGolomb(bits), 16);
      for (let j = 0; j < pictures; j++) {
        readExpGolomb(bits);
        bits.at += 1;
      }
    }
  }
}
